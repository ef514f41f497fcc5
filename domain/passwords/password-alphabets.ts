import type { RequiredRules } from "./required-rules.ts";

/**
 * Characters of generated passwords, unless a policy wants others. None of them has a meaning to a shell
 * (quotes, `$ \ ! * ? [ ] { } ( ) < > | & ; ~ # ^ %`), to a distinguished name or a filter of LDAP (`, + " \ < > ; = # * ( )`), or to
 * an address or a line of settings (`@ : / = # %`). None looks like another one to someone who reads it aloud
 * (`0` and `O`, `1`, `l` and `I`).
 */
export const clearCharacters: readonly string[] = Array.from(
  "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_.",
);

const firstCharacter = 0x21;
const lastOfAscii = 0x7e;
const lastOfLatin = 0x17f;
/** Largest range such as α-ω that is expanded; of a larger one only the ends are used. */
const rangeMax = 2000;

/** Characters that rules allow. */
export interface Alphabets {
  /** Characters that cause no trouble. */
  readonly clear: readonly string[];
  /** Characters of every keyboard, and those that the rules name. */
  readonly all: readonly string[];
  /** The same and Latin letters with marks; only the allowed characters if the rules list them. */
  readonly widest: readonly string[];
}

/** Returns the characters that the rules of a policy allow. */
export function alphabetsOf({ allowedChars, forbiddenChars, patterns }: RequiredRules): Alphabets {
  const forbidden = new Set(Array.from(String(forbiddenChars ?? "")));
  const named = patterns.flatMap(namedIn);
  const usual = [...between(firstCharacter, lastOfAscii), ...named];
  const all = typeof allowedChars === "string" ? Array.from(allowedChars) : undefined;
  const left = (characters: readonly string[]) =>
    [...new Set(characters)].filter((character) => !forbidden.has(character));
  return {
    clear: left(clearCharacters.filter((character) => all?.includes(character) ?? true)),
    all: left(all ?? usual),
    widest: left(all ?? [...usual, ...between(lastOfAscii + 1, lastOfLatin)]),
  };
}

/** Returns the characters that a pattern names, with those of its ranges. */
function namedIn(pattern: string): readonly string[] {
  const ranges = [...pattern.matchAll(/(.)-(?=(.))/gsu)].flatMap(([, first = "", last = ""]) => {
    const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
    return to - from <= rangeMax ? between(from, to) : [];
  });
  return [...Array.from(pattern), ...ranges];
}

function between(from: number, to: number): readonly string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => String.fromCodePoint(from + index));
}
