import { ownWordsOf } from "./own-words.ts";
import {
  type PasswordRule,
  passwordRules,
  type PolicyRules,
  policyWith,
  RuleMode,
  type RuleName,
  ruleNames,
  ruleOf,
} from "./password-rules.ts";

type Value = PasswordRule["value"];

/** Returns the value that demands as much as both; undefined if no single value does. */
type Join = (one: Value, other: Value) => Value | undefined;

const larger: Join = (one, other) => Math.max(Number(one), Number(other));
const smaller: Join = (one, other) => Math.min(Number(one), Number(other));
const either: Join = (one) => one;
const equalOnly: Join = (one, other) => (one === other ? one : undefined);
const wordsIn = (value: Value) => ownWordsOf(String(value ?? ""));
const charactersOf = (value: Value) => [...new Set(Array.from(String(value ?? "")))];

/** Ways to join the values of a rule of two policies. */
const joins: Readonly<Partial<Record<RuleName, Join>>> = {
  minLength: larger,
  maxLength: smaller,
  minUpper: larger,
  minLower: larger,
  minDigits: larger,
  minSpecial: larger,
  maxRepeat: smaller,
  maxSequence: smaller,
  allowedChars: (one, other) => {
    const allowed = new Set(charactersOf(other));
    return charactersOf(one)
      .filter((character) => allowed.has(character))
      .join("");
  },
  forbiddenChars: (one, other) => charactersOf(`${one ?? ""}${other ?? ""}`).join(""),
  notOwnWords: (one, other) => [...new Set([...wordsIn(one), ...wordsIn(other)])].join(" "),
  notHistory: larger,
  notOldPasswordSimilar: larger,
  regex: equalOnly,
  plugin: equalOnly,
};

// A rule that compares with nothing is the same in every policy; of one that is not listed above, all values hold beside each other.
const joinOf = (name: RuleName): Join =>
  joins[name] ?? (passwordRules[name].value.type === "none" ? either : equalOnly);

/**
 * Returns the rules that hold if several policies do: they refuse what one of the policies refuses, and warn of what one warns of. Each rule
 * has the strictest of its values; values that cannot be compared, and a warning stricter than what is required, stand in `further`.
 */
export function strictest(policies: readonly PolicyRules[]): PolicyRules {
  const [only, ...others] = policies.flatMap((policy) => [policy, ...(policy.further ?? [])]);
  if (only !== undefined && others.length === 0) return only;
  const all = only === undefined ? [] : [only, ...others];
  const joined = new Map(ruleNames.map((name) => [name, joinedRules(name, all)] as const));
  const layers = Math.max(1, ...[...joined.values()].map(({ length }) => length));
  const [first, ...further] = Array.from({ length: layers }, (_, layer) =>
    policyWith((name) => joined.get(name)?.[layer] ?? disabled(name)),
  ) as [PolicyRules, ...PolicyRules[]];
  return further.length === 0 ? first : { ...first, further };
}

function disabled(name: RuleName): PasswordRule {
  return { ...passwordRules[name].initial, mode: RuleMode.Disabled };
}

/** Returns the rules of one name that hold together: required ones first, then warnings that ask for more. */
function joinedRules(name: RuleName, policies: readonly PolicyRules[]): readonly PasswordRule[] {
  const rules = policies.map((policy) => ruleOf(policy, name));
  const required = joinedOf(name, rules, RuleMode.Required);
  const warnings = joinedOf(name, rules, RuleMode.Warning);
  return [...required, ...warnings.filter((warning) => !required.some((rule) => implies(name, rule, warning)))];
}

function joinedOf(name: RuleName, rules: readonly PasswordRule[], mode: RuleMode): readonly PasswordRule[] {
  const joined: PasswordRule[] = [];
  for (const rule of rules.filter((one) => one.mode === mode)) {
    const place = joined.findIndex(({ value }) => joinOf(name)(value, rule.value) !== undefined);
    const before = joined[place];
    if (before === undefined) joined.push(rule);
    else joined[place] = together(name, before, rule);
  }
  return joined;
}

function together(name: RuleName, one: PasswordRule, other: PasswordRule): PasswordRule {
  const value = joinOf(name)(one.value, other.value) ?? null;
  if (value === one.value) return one.message === null && value === other.value ? other : one;
  // A message speaks of its own value, and a value that neither policy has gets the service's words.
  return value === other.value ? other : { ...one, value, message: null };
}

/** Reports whether a password that keeps a rule keeps the other one of the same name too. */
function implies(name: RuleName, rule: PasswordRule, other: PasswordRule): boolean {
  const join = joinOf(name);
  const value = join(rule.value, other.value);
  // A value joined with itself has the form of joined ones.
  return value !== undefined && (value === rule.value || value === join(rule.value, rule.value));
}
