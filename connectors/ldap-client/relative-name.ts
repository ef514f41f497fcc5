import { normalForm } from "#connectors/contract/index.ts";

import { rdnOf } from "./distinguished-name.ts";

/** One part of a step of a distinguished name; most steps have a single one. */
export interface NamePart {
  readonly attribute: string;
  /** Unescaped value; absent if it is written in its binary form (`#…`). */
  readonly value?: string;
  /** Part as written in the name. */
  readonly written: string;
}

/** Parses the parts of the first step of a distinguished name. Source: RFC 4514, and the quotes of RFC 1779. */
export function firstStepOf(dn: string): readonly NamePart[] {
  const [step = ""] = cut(dn, stepSigns, 1);
  return step.trim() === "" ? [] : cut(step, partSigns).map(partOf);
}

/** Writes the first step of a distinguished name with another value in one of its parts; the other parts stay. */
export function exchangePart(dn: string, part: NamePart, value: string): string {
  return firstStepOf(dn)
    .map((one) => (one.written === part.written ? rdnOf(one.attribute, value) : rewritten(one)))
    .join("+");
}

/** Writes the first step of a distinguished name unchanged, in a form that every client library can read. */
export function writtenStep(dn: string): string {
  return firstStepOf(dn).map(rewritten).join("+");
}

/**
 * Makes the key by which distinguished names are compared: regardless of case, spaces around parts, the order of the parts of a
 * step, and escapes. Attributes are equal if their keys are. Source: RFC 4517 4.2.15.
 */
export function nameKey(dn: string, keyOf = (attribute: string) => attribute.toLowerCase()): string {
  const steps = stepsOf(dn).map((parts) =>
    parts
      .map(({ attribute, value, written }) => `${keyOf(attribute)}=${value === undefined ? written : fold(value)}`)
      .toSorted()
      .join("\u0001"),
  );
  return steps.join("\u0000");
}

/** Normalizes a text as directories do to compare names case-insensitively. Source: RFC 4518 2. */
export function fold(value: string): string {
  return normalForm(spaced(value).toLowerCase(), "NFKC");
}

/** Normalizes a text as directories do to compare names case-sensitively: without insignificant spaces. */
export function spaced(value: string): string {
  return normalForm(value, "NFKC").trim().replaceAll(/\s+/gu, " ");
}

function rewritten({ attribute, value, written }: NamePart): string {
  return value === undefined ? written : rdnOf(attribute, value);
}

const [stepSigns, partSigns] = [",;", "+"];

function stepsOf(dn: string): NamePart[][] {
  if (dn.trim() === "") return [];
  return cut(dn, stepSigns).map((step) => cut(step, partSigns).map(partOf));
}

function partOf(text: string): NamePart {
  const written = trimmed(text);
  const equals = written.indexOf("=");
  const attribute = written.slice(0, Math.max(equals, 0)).trim();
  const raw = written.slice(equals + 1).trimStart();
  return { attribute, written, ...(!raw.startsWith("#") && { value: unescaped(raw) }) };
}

/** Splits a text at signs that are neither escaped nor in quotes; returns at most the first `max` pieces. */
function cut(text: string, signs: string, max = Number.POSITIVE_INFINITY): string[] {
  const pieces: string[] = [];
  let start = 0;
  let quoted = false;
  for (let place = 0; place < text.length && pieces.length < max; place += 1) {
    const character = text.charAt(place);
    if (character === "\\") place += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && signs.includes(character)) {
      pieces.push(text.slice(start, place));
      start = place + 1;
    }
  }
  return pieces.length < max ? [...pieces, text.slice(start)] : pieces;
}

/** Trims the spaces around a text, except an escaped one at its end. */
function trimmed(text: string): string {
  const left = text.trimStart();
  const whole = left.trimEnd();
  const [escapes = ""] = /\\*$/.exec(whole) ?? [];
  return escapes.length % 2 === 1 && whole.length < left.length ? left.slice(0, whole.length + 1) : whole;
}

function unescaped(raw: string): string {
  const inner = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw;
  // Pairs of hexadecimal digits are bytes, several of which may form one character.
  return inner.replaceAll(/(?:\\[0-9a-f]{2})+|\\(.)/giu, (escape, character: string | undefined) =>
    character === undefined ? Buffer.from(escape.replaceAll("\\", ""), "hex").toString("utf8") : character,
  );
}
