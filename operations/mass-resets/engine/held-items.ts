import { massResetLateMs, wokenRowsMax } from "#domain/mass-reset-limits.ts";
import { allOf, eq, gt, ne } from "#domain/query/condition.ts";

import { isHeldElsewhere } from "../../abilities/held-elsewhere.ts";
import { chosenProxy } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { Run } from "../../kernel/run-kind.ts";
import { wakeRun } from "../../runs/engine/run-life.ts";

/** Wakes the mass resets with rows held by a proxy of which a process begins, in the current transaction. */
export async function wakeHeld(context: CallContext, proxyServer: string): Promise<void> {
  const where = allOf(eq("proxyServer", proxyServer), eq("result", null), gt("sends", 0));
  const rows = await context.store.select("massResetAccounts", { where, limit: wokenRowsMax });
  for (const runKey of new Set(rows.map((row) => row.runKey))) await wakeRun(context, runKey);
}

/** Reports whether rows of a target system are held by a dead process, or by a proxy that no longer serves the target system. */
export async function isToBeTakenBack(context: CallContext, run: Run, targetSystemKey: string): Promise<boolean> {
  const { store } = context;
  const target = await store.get("targetSystems", targetSystemKey);
  if (target === undefined) return false;
  const proxy = await chosenProxy(context, target);
  const where = allOf(
    eq("runKey", run.key),
    eq("targetSystemKey", targetSystemKey),
    eq("result", null),
    ne("openAccountKey", null),
    eq("vaultRunKey", null),
  );
  const columns = ["proxyServer", "sends", "nextTryAt", "deadlineAt"] as const;
  const held = await store.selectColumns("massResetAccounts", columns, { where });
  return isHeldElsewhere(context, held, { proxy, lateMs: massResetLateMs });
}
