import { passwordLengthMax } from "../limits.ts";
import { brokenRules, refusingRules } from "./password-check.ts";
import { longestRepeat, longestSequence } from "./password-measures.ts";
import { type PolicyRules, RuleMode, type RuleName, ruleNames, ruleOf } from "./password-rules.ts";

/** Value that a rule compares with; undefined if the rule is not required. */
type Value = number | string | null | undefined;

/** Values of the required rules. */
export interface RequiredRules extends Readonly<Partial<Record<Exclude<RuleName, "regex">, Value>>> {
  /** Regular expressions that must all be kept. */
  readonly patterns: readonly string[];
}

const sorts = [
  ["minUpper", /\p{Lu}/u],
  ["minLower", /\p{Ll}/u],
  ["minDigits", /\p{Nd}/u],
  ["minSpecial", /[^\p{L}\p{N}]/u],
] as const;

/** Returns the names of the required rules of a policy in their order. */
export function requiredIn(policy: PolicyRules): readonly RuleName[] {
  return ruleNames.filter((name) => ruleOf(policy, name).mode === RuleMode.Required);
}

/** Returns the values of the required rules of a policy. Of combined policies only regular expressions stand in further rules. */
export function requiredOf(policy: PolicyRules): RequiredRules {
  const values = requiredIn(policy).map((name) => [name, ruleOf(policy, name).value]);
  const patterns = [policy, ...(policy.further ?? [])].flatMap((rules) => {
    const { mode, value } = ruleOf(rules, "regex");
    return mode === RuleMode.Required && typeof value === "string" ? [value] : [];
  });
  return { ...Object.fromEntries(values), patterns };
}

/** Returns the least and the largest number of characters of a password. */
export function lengthsOf({ minLength, maxLength }: RequiredRules): { shortest: number; longest: number } {
  return { shortest: Number(minLength ?? 1), longest: Number(maxLength ?? passwordLengthMax) };
}

/** Returns the required number of characters of each sort: uppercase and lowercase letters, digits, others. */
export function minimumPerCharacterClass(rules: RequiredRules): readonly number[] {
  return sorts.map(([name]) => Number(rules[name] ?? 0));
}

/** Returns the count of a character for each sort. */
export function sortsOf(character: string): readonly number[] {
  return sorts.map(([, sort]) => Number(sort.test(character)));
}

/** Reports whether the beginning of a password breaks no rule about neighboring characters. Only its last character is new. */
export function mayContinue(
  { maxRepeat, maxSequence, beginsWithLetter }: RequiredRules,
  characters: readonly string[],
): boolean {
  if (beginsWithLetter !== undefined && !/\p{L}/u.test(characters[0] ?? "")) return false;
  const tail = (most: Value) => characters.slice(-Number(most) - 1);
  if (maxRepeat !== undefined && longestRepeat(tail(maxRepeat)) > Number(maxRepeat)) return false;
  return maxSequence === undefined || longestSequence(tail(maxSequence)) <= Number(maxSequence);
}

/**
 * Returns true if a password keeps all required rules that depend neither on the person nor on the list of breached passwords, which the
 * caller asks.
 */
export function keepsRequired(policy: PolicyRules, password: string): boolean {
  return requiredBroken(policy, password).length === 0;
}

/** Returns the required rules that a password breaks whoever sets it, as `group.rule`. */
export function requiredBroken(policy: PolicyRules, password: string): readonly string[] {
  const anybody = { unknown: "it is nobody's yet" };
  const person = { ids: anybody, names: anybody, oldPassword: anybody, usedBefore: anybody };
  const candidate = { password, ...person, breached: { unknown: "nobody has asked the list" } };
  return refusingRules(brokenRules(policy, candidate)).map(({ rule }) => rule);
}
