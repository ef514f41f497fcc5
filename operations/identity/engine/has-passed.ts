import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, le } from "#domain/query/condition.ts";

import type { ServiceContext } from "../../kernel/context.ts";

const dayMs = 86_400_000;
/** Days after its end in which a revocation of another node is left to that node. */
const keptForOthersDays = 7;

/**
 * Returns the condition on revocations that this node may drop. Each node drops its own: by the clock of another one, tokens that it has
 * revoked might still be good. Those of a node that is lost go later.
 */
export async function droppableHere(
  { store, clock }: Pick<ServiceContext, "store" | "clock">,
  least: number | null,
): Promise<Expression> {
  if (!(await store.homes.isShared())) return hasPassed(least);
  const own = allOf(eq("lastUpdatedNode", store.node), hasPassed(least));
  return anyOf(own, le("expiresAt", clock.now() - keptForOthersDays * dayMs));
}

/** Returns the condition that `steadyUntil` is over. Rows without steady time count as over; without a steady clock nothing else does. */
function hasPassed(least: number | null): Expression {
  const uncounted = eq("steadyUntil", null);
  return least === null ? uncounted : anyOf(uncounted, le("steadyUntil", least));
}
