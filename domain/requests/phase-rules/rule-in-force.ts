import { type Condition, isPeople, isRule, type Part, type Rule } from "./rule.ts";

/** Returns the rule of a phase as it applies to one request: without the parts whose condition is not met, and without conditions. */
export function ruleInForce(rule: Rule, isMet: (condition: Condition) => boolean): Rule {
  const [inForce] = partsInForce(rule, isMet);
  return inForce !== undefined && isRule(inForce) ? inForce : { kind: "all", of: [] };
}

/** Returns the conditions of a rule, each as often as it occurs. */
export function conditionsOf(part: Part): readonly Condition[] {
  if (isPeople(part)) return [];
  return part.kind === "when" ? [part.condition, ...conditionsOf(part.part)] : part.of.flatMap(conditionsOf);
}

function partsInForce(part: Part, isMet: (condition: Condition) => boolean): Part[] {
  if (part.kind === "when") return isMet(part.condition) ? partsInForce(part.part, isMet) : [];
  if (part.kind !== "all" && part.kind !== "any") return [part];
  return [{ ...part, of: part.of.flatMap((one) => partsInForce(one, isMet)) }];
}
