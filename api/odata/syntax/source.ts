import { ODataSyntaxError } from "./syntax-error.ts";

/** Meaning of a plus. In a query it is a blank, because clients built on URLSearchParams write it so. */
export type PlusMeaning = "blank" | "plus";

const badEscape = /%(?![0-9a-f]{2})/i;

/** A part of an address, split off before decoding, with the positions of its characters in the decoded whole. */
export class Source {
  /** Decoded text. */
  readonly text: string;
  private readonly raw: string;
  private readonly start: number;
  private readonly escaped: boolean;
  private map: Uint16Array | null = null;

  /**
   * Decodes a part; `start` is its place in the decoded text that the parser was given.
   * @throws ODataSyntaxError when the percent-encoding is broken
   */
  constructor(raw: string, start: number, plus: PlusMeaning) {
    this.raw = raw;
    this.start = start;
    this.escaped = raw.includes("%");
    const plain = plus === "blank" && raw.includes("+") ? raw.replaceAll("+", " ") : raw;
    this.text = this.escaped ? decode(plain, start) : plain;
  }

  /** Returns the position of a character in the decoded text that the parser was given. */
  place(index: number): number {
    return this.start + Math.min(index, this.text.length);
  }

  /** Reports whether the character was percent-encoded. */
  wasEscaped(index: number): boolean {
    if (!this.escaped) return false;
    this.map ??= mapPlaces(this.raw, this.text.length);
    return this.raw[this.map[Math.min(index, this.text.length)] ?? 0] === "%";
  }
}

/** Returns the number of characters of a text when it is decoded, or of the text itself if it cannot be decoded. */
export function decodedLength(raw: string): number {
  if (!raw.includes("%")) return raw.length;
  try {
    return decodeURIComponent(raw).length;
  } catch {
    return raw.length;
  }
}

function decode(raw: string, start: number): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    const at = start + Math.max(0, raw.search(badEscape));
    throw new ODataSyntaxError(
      "pct-encoded",
      at,
      "The percent-encoding is broken: give %XX in UTF-8, and % itself as %25.",
    );
  }
}

function mapPlaces(raw: string, length: number): Uint16Array {
  const map = new Uint16Array(length + 1);
  let index = 0;
  let place = 0;
  while (place < raw.length) {
    map[index++] = place;
    if (raw[place] !== "%") {
      place += 1;
      continue;
    }
    const lead = Number.parseInt(raw.slice(place + 1, place + 3), 16);
    if (lead >= 0xf0) {
      // Four bytes are a surrogate pair, two characters of the text.
      map[index++] = place;
      place += 12;
    } else {
      place += lead >= 0xe0 ? 9 : lead >= 0xc0 ? 6 : 3;
    }
  }
  map[length] = raw.length;
  return map;
}
