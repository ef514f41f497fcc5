type Ranges = readonly (readonly [from: number, to: number])[];

// Letters that came into Unicode after the case tables of the oldest supported database. No database changes them, so the service does not
// either. The same text has the same lowercase everywhere.
const withoutLower: Ranges = [
  [0x220, 0x220],
  [0x23a, 0x37f],
  [0x3cf, 0x3d8],
  [0x3f4, 0x3ff],
  [0x48a, 0x48a],
  [0x4c0, 0x4c0],
  [0x4c5, 0x4c5],
  [0x4c9, 0x4c9],
  [0x4cd, 0x4cd],
  [0x4f6, 0x4f6],
  [0x4fa, 0x52e],
  [0x10a0, 0x1cbf],
  [0x1e9e, 0x1e9e],
  [0x1efa, 0x1efe],
  [0x2132, 0x2132],
  [0x2183, 0x2183],
  [0x2c00, 0xa7f5],
  [0x10000, 0x10ffff],
];

const withoutUpper: Ranges = [
  [0x180, 0x180],
  [0x19a, 0x19e],
  [0x23c, 0x252],
  [0x25c, 0x25c],
  [0x261, 0x261],
  [0x264, 0x266],
  [0x26a, 0x26c],
  [0x271, 0x271],
  [0x27d, 0x27d],
  [0x282, 0x282],
  [0x287, 0x287],
  [0x289, 0x289],
  [0x28c, 0x28c],
  [0x29d, 0x29e],
  [0x371, 0x37d],
  [0x3d7, 0x3d9],
  [0x3f3, 0x3fb],
  [0x48b, 0x48b],
  [0x4c6, 0x4c6],
  [0x4ca, 0x4ca],
  [0x4ce, 0x4cf],
  [0x4f7, 0x4f7],
  [0x4fb, 0x52f],
  [0x10d0, 0x1d8e],
  [0x1efb, 0x1eff],
  [0x214e, 0x214e],
  [0x2184, 0x2184],
  [0x2c30, 0xabbf],
  [0x10000, 0x10ffff],
];

// Lowercase letters with iota subscript have one uppercase letter of their own, though Unicode's full mapping gives two letters.
const titleRanges: Ranges = [
  [0x1f80, 0x1f87],
  [0x1f90, 0x1f97],
  [0x1fa0, 0x1fa7],
];
const specialUpper: Readonly<Record<number, string>> = {
  0x3f2: "\u03a3",
  0x1fb3: "\u1fbc",
  0x1fc3: "\u1fcc",
  0x1ff3: "\u1ffc",
};
const titleDistance = 8;
const specialLower: Readonly<Record<number, string>> = { 0x130: "i" };

const ascii = /^[\0-\x7f]*$/;

/** Returns a text in lowercase, each code point by itself, for the letters that every supported database knows. */
export function lower(text: string): string {
  return ascii.test(text) ? text.toLowerCase() : mapped(text, lowerOf);
}

/** Returns a text in uppercase, each code point by itself, for the letters that every supported database knows. */
export function upper(text: string): string {
  return ascii.test(text) ? text.toUpperCase() : mapped(text, upperOf);
}

function mapped(text: string, change: (character: string, codePoint: number) => string): string {
  let result = "";
  for (const character of text) result += change(character, character.codePointAt(0) ?? 0);
  return result;
}

function lowerOf(character: string, codePoint: number): string {
  const special = specialLower[codePoint];
  if (special !== undefined) return special;
  return isIn(withoutLower, codePoint) ? character : single(character, character.toLowerCase());
}

function upperOf(character: string, codePoint: number): string {
  const special = specialUpper[codePoint];
  if (special !== undefined) return special;
  if (isIn(titleRanges, codePoint)) return String.fromCodePoint(codePoint + titleDistance);
  return isIn(withoutUpper, codePoint) ? character : single(character, character.toUpperCase());
}

function single(character: string, change: string): string {
  return change.length === 1 ? change : character;
}

function isIn(ranges: Ranges, codePoint: number): boolean {
  return ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
}

/** Returns the number of code points of a text. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Compares two texts by code points, not UTF-16 units: databases with binary collations order by UTF-8 bytes. */
export function codePointOrder(left: string, right: string): number {
  const a = left[Symbol.iterator]();
  const b = right[Symbol.iterator]();
  for (;;) {
    const x = a.next();
    const y = b.next();
    if (x.done === true || y.done === true) return Number(y.done ?? false) - Number(x.done ?? false);
    if (x.value !== y.value) return (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
  }
}

/** Returns the index of a part in a text, in code points from 0; -1 if the text does not contain it. */
export function indexOf(text: string, part: string): number {
  const index = text.indexOf(part);
  return index < 0 ? -1 : lengthOf(text.slice(0, index));
}

/** Returns the part of a text from a code point on. A start before the text counts as its beginning. */
export function substring(text: string, start: number, length = Number.POSITIVE_INFINITY): string {
  const from = Math.max(Math.trunc(start), 0);
  return Array.from(text)
    .slice(from, from + Math.max(Math.trunc(length), 0))
    .join("");
}

/** Characters that count as blank at the ends of a text. */
export const blanks =
  "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";

/** Returns a text without the blanks at its ends. */
export function trim(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && blanks.includes(text.charAt(from))) from++;
  while (to > from && blanks.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

const codePointMax = 0x10ffff;
const surrogateBefore = 0xd7ff;
const surrogateAfter = 0xe000;

/** Returns the smallest text that is greater than every text with a prefix; null if there is none. */
export function afterPrefix(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const last = points.pop() ?? 0;
    if (last === codePointMax) continue;
    points.push(last === surrogateBefore ? surrogateAfter : last + 1);
    return String.fromCodePoint(...points);
  }
  return null;
}
