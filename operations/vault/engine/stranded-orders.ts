import { allOf, eq, gt, ne } from "#domain/query/condition.ts";
import { vaultOrderLateMs, wokenRunsMax } from "#domain/vault-run-limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { wakeRun } from "../../runs/engine/run-life.ts";

type Order = Row<"vaultOrders">;

/** Wakes the runs that have orders in the hands of a proxy of which a process begins, in the current transaction. */
export async function wakeStranded(context: CallContext, proxyServer: string): Promise<void> {
  const { store } = context;
  const runs = await store.select("runs", { where: eq("state", "running"), limit: wokenRunsMax });
  for (const { key } of runs) {
    const where = allOf(eq("runKey", key), eq("result", null), eq("proxyServer", proxyServer), gt("sends", 0));
    if ((await store.select("vaultOrders", { where, limit: 1 })).length > 0) await wakeRun(context, key);
  }
}

/** When the youngest process of a proxy has first reported, in milliseconds UTC; 0 where none has told of itself. */
export async function processBegunAt({ store }: CallContext, proxyServer: string): Promise<number> {
  const { instances } = (await store.pick("proxyServers", proxyServer, ["instances"])) ?? {};
  return Math.max(0, ...(instances ?? []).map(({ startedAt }) => startedAt));
}

/**
 * Whether an order was sent to its proxy before the youngest process there began, and was not given to it since. Whoever has it is dead,
 * or does the same beside it: no send sets another password than the one before, and each looks first what opens the account.
 */
export function isStranded({ sends, deadlineAt, nextTryAt }: Order, begunAt: number): boolean {
  return sends > 0 && Math.max((deadlineAt ?? 0) - vaultOrderLateMs, nextTryAt ?? 0) < begunAt;
}

/** Whether a target's orders in a run are in hands that are to be given up: of a dead process, or of a proxy that serves the target no more. */
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
