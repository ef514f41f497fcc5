import { passwordRules, type PolicyRules, policyWith, RuleMode, type RuleName, ruleOf } from "./password-rules.ts";
import { passwordThatKeeps } from "./password-witness.ts";
import { requiredBroken, requiredIn } from "./required-rules.ts";
import { strictest } from "./strictest.ts";

/** Rules that depend on the person or on the list of breached passwords; they contradict nothing. */
const ofFacts: readonly RuleName[] = [
  "notProfileId",
  "notNameParts",
  "notHistory",
  "notOldPasswordSimilar",
  "notBreached",
];

/** A required rule of one of several policies. */
export interface RequiredRule {
  /** Position of the policy. */
  readonly policy: number;
  readonly name: RuleName;
  /** Name as `group.rule`. */
  readonly target: string;
}

/**
 * Returns the fewest required rules of policies that no password was found to keep together; empty if a password keeps all rules of all. For
 * every smaller set of their rules, and every other set of fewer rules, a password that keeps it was found.
 */
export function smallestContradiction(policies: readonly PolicyRules[]): readonly RequiredRule[] {
  if (passwordThatKeeps(strictest(policies)) !== undefined) return [];
  const rules = policies.flatMap((policy, index) =>
    requiredIn(policy)
      .filter((name) => !ofFacts.includes(name))
      .map((name) => ({ policy: index, name, target: `${passwordRules[name].group}.${name}` })),
  );
  // Rules that a password breaks: each set of rules that contradict each other has at least one of them.
  const broken: (readonly number[])[] = [];
  for (;;) {
    const chosen = smallestHitting(broken, rules.length);
    const some = chosen.map((place) => rules[place] as RequiredRule);
    const password = passwordThatKeeps(onlyWith(policies, some));
    if (password === undefined) return some;
    const places = brokenPlaces(policies, rules, password);
    if (places.length === 0) return [];
    broken.push(places);
  }
}

/** Returns the policies combined, with none but the given rules of each. */
function onlyWith(policies: readonly PolicyRules[], rules: readonly RequiredRule[]): PolicyRules {
  const reduced = policies.map((policy, index) =>
    policyWith((name) => {
      const isKept = rules.some((rule) => rule.policy === index && rule.name === name);
      return isKept ? ruleOf(policy, name) : { ...ruleOf(policy, name), mode: RuleMode.Disabled };
    }),
  );
  return strictest(reduced);
}

function brokenPlaces(
  policies: readonly PolicyRules[],
  rules: readonly RequiredRule[],
  password: string,
): readonly number[] {
  const broken = policies.map((policy) => new Set(requiredBroken(policy, password)));
  return [...rules.keys()].filter((place) => {
    const { policy, target } = rules[place] as RequiredRule;
    return broken[policy]?.has(target) === true;
  });
}

/** Returns the fewest places of which each set has at least one, in their order. */
function smallestHitting(sets: readonly (readonly number[])[], places: number): readonly number[] {
  for (let most = 0; most < places; most++) {
    const found = hitting(sets, [], most);
    if (found !== undefined) return found.toSorted((a, b) => a - b);
  }
  return Array.from({ length: places }, (_, place) => place);
}

function hitting(
  sets: readonly (readonly number[])[],
  chosen: readonly number[],
  more: number,
): readonly number[] | undefined {
  const missed = sets.filter((set) => !set.some((place) => chosen.includes(place)));
  const [next] = missed.toSorted((a, b) => a.length - b.length);
  if (next === undefined) return chosen;
  if (more === 0) return undefined;
  for (const place of next) {
    const found = hitting(missed, [...chosen, place], more - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
