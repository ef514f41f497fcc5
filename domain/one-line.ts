// Line breaks, and characters that change the direction of text, would let a value look like a part of our own text.
const unfit = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** Returns a value on one line and of bounded length, as a part of a text of our own. */
export function oneLine(value: string, maxCharacters: number): string {
  const line = value.replaceAll(unfit, " ").trim();
  return line.length <= maxCharacters ? line : `${line.slice(0, maxCharacters - 1)}…`;
}
