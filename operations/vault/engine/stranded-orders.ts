import { allOf, eq, gt, ne } from "#domain/query/condition.ts";
import { vaultOrderLateMs, wokenRunsMax } from "#domain/vault-run-limits.ts";
import type { Row } from "#store/tables.ts";

import { isHeldElsewhere } from "../../abilities/held-elsewhere.ts";
import type { CallContext } from "../../kernel/context.ts";
import { wakeRun } from "../../runs/engine/run-life.ts";

/** Wakes the runs with orders held by a proxy of which a process begins, in the current transaction. */
export async function wakeStranded(context: CallContext, proxyServer: string): Promise<void> {
  const { store } = context;
  const runs = await store.select("runs", { where: eq("state", "running"), limit: wokenRunsMax });
  for (const { key } of runs) {
    const where = allOf(eq("runKey", key), eq("result", null), eq("proxyServer", proxyServer), gt("sends", 0));
    if ((await store.select("vaultOrders", { where, limit: 1 })).length > 0) await wakeRun(context, key);
  }
}

/** Reports whether a run's orders on a target are held by a dead process, or by a proxy that no longer serves the target. */
export async function isToBeGivenUp(
  context: CallContext,
  run: Row<"runs">,
  { targetSystemKey, proxy }: { readonly targetSystemKey: string; readonly proxy: string },
): Promise<boolean> {
  const lane = allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey), eq("result", null));
  const begun = await context.store.select("vaultOrders", { where: allOf(lane, ne("openAccountKey", null)) });
  return isHeldElsewhere(context, begun, { proxy, lateMs: vaultOrderLateMs });
}
