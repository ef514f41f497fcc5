import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { allOf, eq, lt, noneOf, oneOf, related } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { dropRows } from "../kernel/drop-rows.ts";

const dayMs = 86_400_000;
const hasOpenOrder = related("orders", eq("result", null));

/**
 * Deletes a run that ended long enough ago and has no open order: first its orders, at most 256 per call, then the run. The entries that it
 * made stay, like every entry.
 */
export const dropRuns = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "vault.dropRuns",
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  async run(context) {
    const { store, clock, settings } = context;
    const before = clock.now() - settings.vaultRunsKeptDays * dayMs;
    const over = allOf(oneOf("state", ["ended", "stopped"]), lt("endedAt", before), noneOf(hasOpenOrder));
    const [run, another] = await store.select("vaultRuns", { where: over, orderBy: [["createdAt", "asc"]], limit: 2 });
    if (run === undefined) return { left: false };
    if (await dropRows(context, "vaultOrders", eq("runKey", run.key))) return { left: true };
    await store.remove("vaultRuns", run.key);
    return { left: another !== undefined };
  },
});
