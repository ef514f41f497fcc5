import type { Expression } from "#domain/query/bound-query.ts";
import { anyOf, eq, le } from "#domain/query/condition.ts";

/** The condition that `steadyUntil` is over: what was not counted has none, and where nobody counts nothing else is over. */
export function hasPassed(least: number | null): Expression {
  const uncounted = eq("steadyUntil", null);
  return least === null ? uncounted : anyOf(uncounted, le("steadyUntil", least));
}
