import type { GeneratedPolicy } from "./generated-policies.fixture.ts";
import { commonPasswords, dictionaryWords } from "./password-words.ts";

const sorts = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{N}]/u] as const;
const minima = ["minUpper", "minLower", "minDigits", "minSpecial"] as const;

/** Returns the value of a required rule; undefined if it is not required. */
function valueOf({ rules }: GeneratedPolicy, group: "length" | "character" | "dictionary" | "custom", name: string) {
  const rule = rules[group][name];
  return rule?.mode === "required" ? (rule.value ?? true) : undefined;
}

/** Returns the names of the rules that a password breaks, judged by JavaScript's own regular expressions and plain loops. */
export function brokenIndependently(policy: GeneratedPolicy, password: string): readonly string[] {
  const signs = [...password];
  const characterRule = (name: string) => valueOf(policy, "character", name);
  const count = (sort: RegExp) => signs.filter((sign) => sort.test(sign)).length;
  const word = password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  const kept: Readonly<Record<string, boolean>> = {
    minLength: signs.length >= Number(valueOf(policy, "length", "minLength") ?? 0),
    maxLength: signs.length <= Number(valueOf(policy, "length", "maxLength") ?? 127),
    ...Object.fromEntries(
      minima.map((name, sort) => [name, count(sorts[sort] as RegExp) >= Number(characterRule(name) ?? 0)]),
    ),
    maxRepeat: runs(signs, 0) <= Number(characterRule("maxRepeat") ?? Infinity),
    maxSequence: Math.max(runs(signs, 1), runs(signs, -1)) <= Number(characterRule("maxSequence") ?? Infinity),
    beginsWithLetter: characterRule("beginsWithLetter") === undefined || /^\p{L}/u.test(password),
    allowedChars: signs.every((sign) => String(characterRule("allowedChars") ?? sign).includes(sign)),
    forbiddenChars: !signs.some((sign) => String(characterRule("forbiddenChars") ?? "").includes(sign)),
    notDictionary: valueOf(policy, "dictionary", "notDictionary") === undefined || !dictionaryWords.has(word),
    notCommon: !commonPasswords.has(password.toLowerCase()) && !commonPasswords.has(word),
    regex: new RegExp(String(valueOf(policy, "custom", "regex") ?? ""), "u").test(password),
  };
  return Object.keys(kept).filter((name) => kept[name] === false);
}

/** Returns the most characters beside each other of which each is so far behind the one before; letters and digits alone count for a step. */
function runs(signs: readonly string[], step: number): number {
  let [longest, run] = [0, 0];
  signs.forEach((sign, place) => {
    const before = signs[place - 1];
    const follows =
      before !== undefined &&
      (step === 0
        ? sign === before
        : /[\p{L}\p{N}]/u.test(sign) &&
          /[\p{L}\p{N}]/u.test(before) &&
          sign.toLowerCase().charCodeAt(0) === before.toLowerCase().charCodeAt(0) + step);
    run = follows ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}

interface Place {
  readonly characters: readonly string[];
  readonly least: number;
  readonly most: number;
}

/** Required rules whose contradiction is to be shown, with the places that a password has. */
interface Claim {
  readonly value: (group: "length" | "character", name: string) => unknown;
  readonly segments: readonly Place[];
  /** Segments to which the first character may belong. */
  readonly canBegin: readonly Place[];
  readonly longest: number;
}

/**
 * Returns why no password keeps the named rules of a policy, by counting places and characters; undefined if counting shows nothing. Names are
 * those without their group.
 */
export function whyImpossible(policy: GeneratedPolicy, names: readonly string[]): string | undefined {
  const value: Claim["value"] = (group, name) => (names.includes(name) ? valueOf(policy, group, name) : undefined);
  const shortest = Number(value("length", "minLength") ?? 1);
  const longest = Number(value("length", "maxLength") ?? 127);
  const segments = places(policy, names);
  const first = segments.findIndex((segment) => segment.least > 0);
  const canBegin = segments.slice(0, first < 0 ? undefined : first + 1);
  return whyNoLength(segments, shortest, longest) ?? whyNoCharacters({ value, segments, canBegin, longest });
}

const sumOf = (segments: readonly Place[], count: (segment: Place) => number) =>
  segments.reduce((sum, segment) => sum + count(segment), 0);
const holds = ({ characters }: Place, wanted: readonly RegExp[]) =>
  characters.some((sign) => wanted.some((sort) => sort.test(sign)));

function whyNoLength(segments: readonly Place[], shortest: number, longest: number): string | undefined {
  if (shortest > longest) return "the least length exceeds the largest";
  const least = sumOf(segments, (segment) => segment.least);
  if (least > longest || sumOf(segments, (segment) => segment.most) < shortest) return "the pattern has another length";
  const isEmpty = segments.some((segment) => segment.least > 0 && segment.characters.length === 0);
  return isEmpty ? "a place has no character" : undefined;
}

function whyNoCharacters(claim: Claim): string | undefined {
  const isLetterFirst = claim.value("character", "beginsWithLetter") !== undefined;
  if (isLetterFirst && !claim.canBegin.some((segment) => holds(segment, [/\p{L}/u]))) return "no letter can come first";
  const every = Array.from({ length: 2 ** sorts.length }, (_, some) =>
    [0, 1, 2, 3].filter((sort) => (some >> sort) % 2),
  );
  const isCrowded = every.some((wanted) => demandOf(claim, wanted) > roomFor(claim, wanted, isLetterFirst));
  return isCrowded ? "too few places for the characters that are asked for" : undefined;
}

function demandOf({ value }: Claim, wanted: readonly number[]): number {
  return wanted.reduce((sum, sort) => sum + Number(value("character", minima[sort] ?? "") ?? 0), 0);
}

/** Returns the most places that characters of some sorts can have. */
function roomFor(claim: Claim, wanted: readonly number[], isLetterFirst: boolean): number {
  const { segments, canBegin, longest } = claim;
  const wantedSorts = wanted.map((sort) => sorts[sort] as RegExp);
  const isFit = (segment: Place) => holds(segment, wantedSorts);
  const least = sumOf(segments, (segment) => segment.least);
  const room = sumOf(segments, (segment) =>
    isFit(segment) ? Math.min(segment.most, longest - (least - segment.least)) : 0,
  );
  const others = sumOf(segments, (segment) => (isFit(segment) ? 0 : segment.least));
  // A letter that must come first takes one of the places of digits and signs.
  const isTaken = isLetterFirst && !wanted.includes(0) && !wanted.includes(1) && canBegin.every(isFit);
  return Math.min(room, longest - others) - Number(isTaken);
}

const everyCharacter = Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));

function places(policy: GeneratedPolicy, names: readonly string[]): readonly Place[] {
  const set = (name: string) =>
    names.includes(name) ? (valueOf(policy, "character", name) as string | undefined) : undefined;
  const [allowed, forbidden = ""] = [set("allowedChars"), set("forbiddenChars")];
  const fits = (sign: string) => (allowed?.includes(sign) ?? true) && !forbidden.includes(sign);
  const segments =
    names.includes("regex") && policy.segments !== undefined
      ? policy.segments
      : [{ characters: [...new Set([...everyCharacter, ...(allowed ?? "")])], least: 0, most: 127 }];
  return segments.map(({ characters, least, most }) => ({ characters: characters.filter(fits), least, most }));
}
