import type { BoundQuery, Expression } from "./bound-query.ts";
import { partsOf } from "./parts-of.ts";

/** Returns the names of all row policies of a query, each once, the policy of a parent before those of its expansions. */
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
  const steps = "via" in expression ? expression.via : [];
  const policies = [...steps.map(({ policy }) => policy), "policy" in expression ? expression.policy : null];
  for (const policy of policies) if (policy !== null) names.add(policy);
  for (const part of partsOf(expression)) collectExpression(part, names);
}
