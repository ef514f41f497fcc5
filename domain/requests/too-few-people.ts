import { type AskedPerson, waysOf } from "./active-delegates.ts";
import { readRuleInForce } from "./phase-outcome.ts";
import { printRule } from "./phase-rules/print-rule.ts";
import { peopleIn, wordsOf } from "./phase-rules/rule-people.ts";
import type { People } from "./phase-rules/rule.ts";

/**
 * Reason why a phase was denied without a denial: it asks for a manager and none is known, or too few people are there for other reasons.
 */
export type TooFewPeople = "managerMissing" | "tooFewPeople";

/** Phase as it has opened: its rule as it is written, and the people whom it asks. */
export interface OpenedRule {
  readonly rule: string;
  readonly authorizers: readonly AskedPerson[];
}

/** Returns in words why there are too few people in a phase that was denied as it opened. */
export function tooFewPeopleText(phase: OpenedRule): string {
  const words = wordsOfNobody(phase).map(printRule);
  const who = words.length === 0 ? "" : `: ${words.join(", ")} leads to nobody who may decide`;
  return `Too few people can be asked for the approvals that are needed${who}.`;
}

/** Returns the people of a rule that lead to nobody who may decide. */
export function wordsOfNobody({ rule: text, authorizers }: OpenedRule): readonly People[] {
  const rule = readRuleInForce(text);
  if (rule === undefined) return [];
  const reached = new Set([...authorizers.flatMap((one) => waysOf(one).own), ...peopleIn(rule, "not").map(printRule)]);
  return wordsOf(rule).filter((word) => !reached.has(printRule(word)));
}
