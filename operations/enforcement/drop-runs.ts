import { enforcementKeptDays } from "#domain/enforcement-limits.ts";
import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { allOf, eq, lt } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { dropRows } from "../kernel/drop-rows.ts";

const dayMs = 86_400_000;

/** Removes a run of this node that has been over for long enough: first its people, a page at a time, then itself. */
export const dropEnforcementRuns = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "enforcementRuns.drop",
  callers: ["engine"],
  audit: { operation: "ENST", when: "never" },
  async run(context) {
    const { store, clock } = context;
    const over = allOf(lt("endedAt", clock.now() - enforcementKeptDays * dayMs), await store.homes.here());
    const [run, another] = await store.select("enforcementRuns", { where: over, limit: 2 });
    if (run === undefined) return { left: false };
    if (await dropRows(context, "enforcementItems", eq("runKey", run.key))) return { left: true };
    await store.remove("enforcementRuns", run.key);
    return { left: another !== undefined };
  },
});
