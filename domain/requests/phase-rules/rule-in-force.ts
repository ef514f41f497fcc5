import { type Condition, isPeople, isRule, type Part, type Rule } from "./rule.ts";

/** The rule of a phase as it holds for one request: parts whose condition is not met are gone, and no condition is left. */
export function ruleInForce(rule: Rule, isMet: (condition: Condition) => boolean): Rule {
  const [inForce] = partsInForce(rule, isMet);
  return inForce !== undefined && isRule(inForce) ? inForce : { kind: "all", of: [] };
}

/** The conditions of a rule, each as often as it stands there. */
export function conditionsOf(part: Part): readonly Condition[] {
  if (isPeople(part)) return [];
  return part.kind === "when" ? [part.condition, ...conditionsOf(part.part)] : part.of.flatMap(conditionsOf);
}

function partsInForce(part: Part, isMet: (condition: Condition) => boolean): Part[] {
  if (part.kind === "when") return isMet(part.condition) ? partsInForce(part.part, isMet) : [];
  if (part.kind !== "all" && part.kind !== "any") return [part];
  return [{ ...part, of: part.of.flatMap((one) => partsInForce(one, isMet)) }];
}
