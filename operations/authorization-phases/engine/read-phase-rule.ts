import { parseRule, type RuleReading } from "#domain/requests/phase-rules/parse-rule.ts";
import { compileCondition } from "#policies/compile-condition.ts";
import { phaseFields } from "#policies/phase-fields.ts";

/** Reads the rule of an authorization phase; its conditions ask the request. */
export function readPhaseRule(text: string): RuleReading {
  return parseRule(text, (condition) => compileCondition(condition, phaseFields));
}
