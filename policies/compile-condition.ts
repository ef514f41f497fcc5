import type { Expression } from "#domain/query/bound-query.ts";

import { checkExpression } from "./checker.ts";
import { createEvaluation, plainValue } from "./evaluation.ts";
import { type Finding, parseExpression } from "./expression.ts";
import type { ResourceFields } from "./resources.ts";
import { compileRows } from "./row-predicate.ts";

/** A condition on rows without a principal, or the rules that its expression breaks. */
export type ConditionCheck = { readonly condition: Expression } | { readonly findings: readonly Finding[] };

const evaluate = createEvaluation();

/** Compiles an expression over `resource` alone, in the language of the policies, to a condition on rows. */
export function compileCondition(text: string, fields: ResourceFields): ConditionCheck {
  const parsed = parseExpression(text);
  if ("findings" in parsed) return parsed;
  const { expression, at } = parsed;
  const findings = checkExpression(expression, fields, at, { subject: "A condition", principal: false });
  if (findings.length > 0) return { findings };
  const rows = compileRows(expression, fields, at);
  if ("findings" in rows) return rows;
  return { condition: rows.rule((part) => plainValue(evaluate(part, undefined, {}))) };
}
