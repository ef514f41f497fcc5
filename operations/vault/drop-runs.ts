import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { allOf, eq, lt, noneOf, oneOf, related } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { dropRows } from "../kernel/drop-rows.ts";

const dayMs = 86_400_000;
const hasOpenOrder = related("orders", eq("result", null));

/**
 * Removes a run that is over for long enough: first what it had to do, at most 256 orders at once, then itself. The entries that it made
 * stay, as every entry does, and so does what is still open.
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
