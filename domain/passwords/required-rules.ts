import { passwordLengthMax } from "../limits.ts";
import { brokenRules, refusingRules } from "./password-check.ts";
import { longestRepeat, longestSequence } from "./password-measures.ts";
import { type PolicyRules, RuleMode, type RuleName, ruleNames, ruleOf } from "./password-rules.ts";

/** What a rule compares with; undefined where it is not required. */
type Value = number | string | null | undefined;

/** The values of the rules that are required. */
export type RequiredRules = Readonly<Partial<Record<RuleName, Value>>>;

const sorts = [
  ["minUpper", /\p{Lu}/u],
  ["minLower", /\p{Ll}/u],
  ["minDigits", /\p{Nd}/u],
  ["minSpecial", /[^\p{L}\p{N}]/u],
] as const;

/** The names of the rules of a policy that are required, in their order. */
export function requiredIn(policy: PolicyRules): readonly RuleName[] {
  return ruleNames.filter((name) => ruleOf(policy, name).mode === RuleMode.Required);
}

/** The values of the rules of a policy that are required. */
export function requiredOf(policy: PolicyRules): RequiredRules {
  return Object.fromEntries(requiredIn(policy).map((name) => [name, ruleOf(policy, name).value]));
}

/** The fewest and the most characters of a password. */
export function lengthsOf({ minLength, maxLength }: RequiredRules): { shortest: number; longest: number } {
  return { shortest: Number(minLength ?? 1), longest: Number(maxLength ?? passwordLengthMax) };
}

/** How many characters of each sort are asked for: capital and small letters, digits, others. */
export function askedOfSorts(rules: RequiredRules): readonly number[] {
  return sorts.map(([name]) => Number(rules[name] ?? 0));
}

/** How often a character counts for each sort. */
export function sortsOf(character: string): readonly number[] {
  return sorts.map(([, sort]) => Number(sort.test(character)));
}

/** Whether the beginning of a password, of which only the last character is new, breaks no rule about what stands beside what. */
export function mayGoOn(
  { maxRepeat, maxSequence, beginsWithLetter }: RequiredRules,
  characters: readonly string[],
): boolean {
  if (beginsWithLetter !== undefined && !/\p{L}/u.test(characters[0] ?? "")) return false;
  const tail = (most: Value) => characters.slice(-Number(most) - 1);
  if (maxRepeat !== undefined && longestRepeat(tail(maxRepeat)) > Number(maxRepeat)) return false;
  return maxSequence === undefined || longestSequence(tail(maxSequence)) <= Number(maxSequence);
}

/** Whether a password keeps all required rules that do not depend on whose it is. */
export function keepsRequired(policy: PolicyRules, password: string): boolean {
  const anybody = { unknown: "it is nobody's yet" };
  const candidate = { password, ids: anybody, names: anybody, oldPassword: anybody, usedBefore: anybody };
  return refusingRules(brokenRules(policy, candidate)).length === 0;
}
