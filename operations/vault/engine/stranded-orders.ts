import { allOf, eq, gt, ne } from "#domain/query/condition.ts";
import { vaultOrderLateMs, wokenRunsMax } from "#domain/vault-run-limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { wakeRun } from "../../runs/engine/run-life.ts";

type Order = Row<"vaultOrders">;

/** Wakes the runs with orders held by a proxy of which a process begins, in the current transaction. */
export async function wakeStranded(context: CallContext, proxyServer: string): Promise<void> {
  const { store } = context;
  const runs = await store.select("runs", { where: eq("state", "running"), limit: wokenRunsMax });
  for (const { key } of runs) {
    const where = allOf(eq("runKey", key), eq("result", null), eq("proxyServer", proxyServer), gt("sends", 0));
    if ((await store.select("vaultOrders", { where, limit: 1 })).length > 0) await wakeRun(context, key);
  }
}

/** Returns the time of the first report of a proxy's youngest process, milliseconds UTC; 0 if none has reported. */
export async function processBegunAt({ store }: CallContext, proxyServer: string): Promise<number> {
  const { instances } = (await store.pick("proxyServers", proxyServer, ["instances"])) ?? {};
  return Math.max(0, ...(instances ?? []).map(({ startedAt }) => startedAt));
}

/**
 * Reports whether an order was sent to its proxy before the youngest process there began, and was not assigned since. Its process is dead,
 * or works in parallel without harm: no send sets another password than the one before, and each first checks which one opens the account.
 */
export function isStranded({ sends, deadlineAt, nextTryAt }: Order, begunAt: number): boolean {
  return sends > 0 && Math.max((deadlineAt ?? 0) - vaultOrderLateMs, nextTryAt ?? 0) < begunAt;
}

/** Reports whether a run's orders on a target are held by a dead process, or by a proxy that no longer serves the target. */
export async function isToBeGivenUp(
  context: CallContext,
  run: Row<"runs">,
  { targetSystemKey, proxy }: { readonly targetSystemKey: string; readonly proxy: string },
): Promise<boolean> {
  const lane = allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey), eq("result", null));
  const begun = await context.store.select("vaultOrders", { where: allOf(lane, ne("openAccountKey", null)) });
  const begunAt = await processBegunAt(context, proxy);
  return begun.some(
    (order) => order.proxyServer !== null && (order.proxyServer !== proxy || isStranded(order, begunAt)),
  );
}
