import { createReadStream } from "node:fs";
import { basename } from "node:path";

import { DigestListError } from "./breached-list-error.ts";

/** Receiver of the first 64 bits of a digest, as two numbers of 32 bits. */
export type TakePrefix = (high: number, low: number) => void;

const digestDigits = 40;
const ntlmDigits = 32;
const rangeDigits = 5;
const digitsOfNumber = 8;
const readBytes = 1 << 20;
/** Longest line; a longer one is none of a list of digests. */
const lineBytesMax = 256;

const [lineFeed, carriageReturn, blank, tab, colon, zero, nine] = [0x0a, 0x0d, 0x20, 0x09, 0x3a, 0x30, 0x39];
const noDigit = 0xff;

/** Value of each hexadecimal digit by its byte. */
const digitOf = new Uint8Array(256).fill(noDigit);
for (const [value, digit] of Array.from("0123456789abcdef").entries())
  for (const form of [digit, digit.toUpperCase()]) digitOf[form.charCodeAt(0)] = value;

/** Beginnings of files that are lists only once they are unpacked, or in another encoding. */
const otherForms = [
  [[0x1f, 0x8b], "is packed by gzip. Unpack it first"],
  [[0x50, 0x4b, 0x03, 0x04], "is a ZIP archive. Unpack it first"],
  [[0x37, 0x7a, 0xbc, 0xaf], "is a 7-Zip archive. Unpack it first"],
  [[0xff, 0xfe], "is UTF-16, as PowerShell writes it. Convert it to UTF-8 first"],
  [[0xfe, 0xff], "is UTF-16. Convert it to UTF-8 first"],
] as const;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

const noDigest = "this is no SHA-1 digest of 40 hexadecimal digits";

/** Number of lines of a file by what they are. */
export interface ReadLines {
  /** Lines with a digest. */
  readonly digests: number;
  /** Lines with the count 0, which the range service adds to hide the size of its answers. */
  readonly padding: number;
}

/** A file to read, and what to do with what is in it. */
export interface ReadingOptions {
  readonly take: TakePrefix;
  /** Called with the number of bytes after each part of the file. */
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Returns the first five digits of the digests of a range file, by its name, such as `5BAA6.txt`; undefined for another file. */
export function rangeOfFile(path: string): string | undefined {
  return /^([0-9a-f]{5})(?:\.txt)?$/i.exec(basename(path))?.[1];
}

/**
 * Reads the digests of a file: lines `SHA-1[:count]`, and in a file named after a range also lines without the first five digits.
 * @throws DigestListError that names file and line for a line that is none
 */
export async function readDigests(path: string, { take, onBytes, signal }: ReadingOptions): Promise<ReadLines> {
  const range = rangeOfFile(path);
  const seen = { digests: 0, padding: 0 };
  let number = 0;
  const line = (bytes: Buffer, from: number, to: number) => {
    number += 1;
    const kind = takeLine(bytes, { from, to }, range, take);
    if (kind === "digest") seen.digests += 1;
    else if (kind === "padding") seen.padding += 1;
    else if (kind !== "blank") throw new DigestListError(`${path}, line ${number}: ${kind}.`);
  };
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const read of createReadStream(path, { highWaterMark: readBytes, signal }) as AsyncIterable<Buffer>) {
    const bytes: Buffer = rest.length === 0 ? read : Buffer.concat([rest, read]);
    let at = isFirst ? beginning(path, bytes) : 0;
    isFirst = false;
    for (let end = bytes.indexOf(lineFeed, at); end >= 0; end = bytes.indexOf(lineFeed, at)) {
      line(bytes, at, end);
      at = end + 1;
    }
    rest = bytes.subarray(at);
    if (rest.length > lineBytesMax) throw new DigestListError(`${path}, line ${number + 1}: ${noDigest}.`);
    onBytes(read.length);
  }
  if (rest.length > 0) line(rest, 0, rest.length);
  return seen;
}

function beginning(path: string, bytes: Buffer): number {
  const begins = (start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  const other = otherForms.find(([start]) => begins(start));
  if (other !== undefined) throw new DigestListError(`${path} ${other[1]}.`);
  return begins(byteOrderMark) ? byteOrderMark.length : 0;
}

interface Line {
  readonly from: number;
  readonly to: number;
}

/** Takes the digest of a line. Returns the kind of the line, or the words for one that is none. */
function takeLine(bytes: Buffer, { from, to: end }: Line, range: string | undefined, take: TakePrefix): string {
  const to = endOfText(bytes, from, end);
  if (to === from) return "blank";
  const behind = endOfDigits(bytes, from, to);
  const digits = behind - from;
  const isSuffix = digits === digestDigits - rangeDigits && range !== undefined;
  if (digits !== digestDigits && !isSuffix) return wordsFor(digits, behind < to && bytes[behind] !== colon);
  const count = behind === to ? "given" : countAt(bytes, behind, to);
  if (count === "none") return "behind the digest there must be nothing, or a colon and a count";
  if (count === "zero") return "padding";
  const known = isSuffix ? Number.parseInt(range, 16) : 0;
  const first = isSuffix ? digitsOfNumber - rangeDigits : digitsOfNumber;
  const high = numberAt(bytes, from, { known, digits: first });
  take(high, numberAt(bytes, from + first, { known: 0, digits: digitsOfNumber }));
  return "digest";
}

function endOfText(bytes: Buffer, from: number, end: number): number {
  let to = end;
  while (to > from && isBlank(bytes[to - 1])) to -= 1;
  return to;
}

function endOfDigits(bytes: Buffer, from: number, to: number): number {
  let end = from;
  while (end < to && digitOf[bytes[end] as number] !== noDigit) end += 1;
  return end;
}

function isBlank(byte: number | undefined): boolean {
  return byte === carriageReturn || byte === blank || byte === tab;
}

/** Returns what stands behind a digest: a count, the count zero, or no count. */
function countAt(bytes: Buffer, from: number, to: number): "given" | "zero" | "none" {
  if (bytes[from] !== colon || from + 1 === to) return "none";
  let isZero = true;
  for (let at = from + 1; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte < zero || byte > nine) return "none";
    if (byte !== zero) isZero = false;
  }
  return isZero ? "zero" : "given";
}

interface Digits {
  /** Number that the digits before make. */
  readonly known: number;
  readonly digits: number;
}

/** Returns the number that digits make behind those that are known. */
function numberAt(bytes: Buffer, from: number, { known, digits }: Digits): number {
  let value = known;
  for (let at = from; at < from + digits; at++) value = ((value << 4) | (digitOf[bytes[at] as number] as number)) >>> 0;
  return value;
}

function wordsFor(digits: number, isOther: boolean): string {
  if (isOther || digits === 0) return noDigest;
  if (digits === ntlmDigits)
    return "this digest has 32 digits, so it is NTLM (or MD5) and no SHA-1. Download the list of SHA-1 digests";
  if (digits === digestDigits - rangeDigits)
    return "this digest lacks its first five digits. Name the file after its range, such as 5BAA6.txt";
  return `this digest has ${digits} digits in place of 40, as in a download that was cut off`;
}
