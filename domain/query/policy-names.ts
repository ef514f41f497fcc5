import type { BoundQuery, Expression } from "./bound-query.ts";
import { partsOf } from "./parts-of.ts";

/** The names of all row policies of a query, each once, that of a parent before those of what hangs on it. */
export function policyNames(query: BoundQuery): readonly string[] {
  const names = new Set<string>();
  collectQuery(query, names);
  return [...names];
}

function collectQuery(query: BoundQuery, names: Set<string>): void {
  names.add(query.policy);
  for (const { expression } of query.computed) collectExpression(expression, names);
  if (query.where !== null) collectExpression(query.where, names);
  for (const { expression } of query.orderBy) collectExpression(expression, names);
  for (const { query: expanded } of query.expand) collectQuery(expanded, names);
}

function collectExpression(expression: Expression, names: Set<string>): void {
  if ("via" in expression) for (const { policy } of expression.via) names.add(policy);
  if ("policy" in expression && expression.policy !== null) names.add(expression.policy);
  for (const part of partsOf(expression)) collectExpression(part, names);
}
