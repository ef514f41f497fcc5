import type { Expression } from "#domain/query/bound-query.ts";
import { anyOf, eq, le } from "#domain/query/condition.ts";

/** Returns the condition that `steadyUntil` is over. Rows without steady time count as over; without a steady clock nothing else does. */
export function hasPassed(least: number | null): Expression {
  const uncounted = eq("steadyUntil", null);
  return least === null ? uncounted : anyOf(uncounted, le("steadyUntil", least));
}
