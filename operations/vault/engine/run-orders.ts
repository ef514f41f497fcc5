import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { endOrders, type OrdersEnd } from "./end-orders.ts";
import { withDeadline } from "./late-orders.ts";

const endedPageRows = 200;

/** Reports whether a run has open orders. */
export async function hasOpenOrders({ store }: CallContext, { key }: Row<"vaultRuns">): Promise<boolean> {
  const where = allOf(eq("runKey", key), eq("result", null));
  return (await store.select("vaultOrders", { where, limit: 1 })).length > 0;
}

/** Returns the target systems with open orders of a run, by key. */
export async function openTargets({ store }: CallContext, { key }: Row<"vaultRuns">): Promise<readonly string[]> {
  const targets: string[] = [];
  for (let after = ""; ;) {
    const where = allOf(eq("runKey", key), eq("result", null), gt("targetSystemKey", after));
    const [order] = await store.select("vaultOrders", { where, orderBy: [["targetSystemKey", "asc"]], limit: 1 });
    if (order === undefined) return targets;
    after = order.targetSystemKey;
    targets.push(after);
  }
}

/**
 * Ends the unsent orders of a stopped run, one page in the current transaction, and sent ones once no one can act on them. Returns the
 * milliseconds until more can be ended.
 */
export async function endStopped(context: CallContext, run: Row<"vaultRuns">): Promise<number> {
  const { store, clock } = context;
  const now = clock.now();
  const where = allOf(eq("runKey", run.key), eq("result", null));
  const rows = await store.select("vaultOrders", { where, orderBy: [["deadlineAt", "asc"]], limit: endedPageRows });
  const open = rows.map(withDeadline(store.steadyTime.least(), now));
  const over = open.filter(({ deadlineAt }) => (deadlineAt ?? 0) <= now);
  await endOrders(
    context,
    run,
    over.map((order) => ({ order, end: order.sends === 0 ? unsent : unanswered(order) })),
  );
  if (over.length > 0) return 0;
  return Math.min(...open.map(({ deadlineAt }) => (deadlineAt ?? now) - now));
}

const unsent: OrdersEnd = { result: "X", errorCode: null, message: "The run was stopped before." };

/** Returns the end of a sent order without answer; the last words of its target stay. */
export const unanswered = ({ errorCode, message }: Row<"vaultOrders">): OrdersEnd => ({
  result: "F",
  errorCode: errorCode ?? "unreachable",
  message: message ?? "Neither its proxy nor its target has answered.",
});
