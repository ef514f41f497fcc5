import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { allOf, eq, lt, noneOf, oneOf, related } from "#domain/query/condition.ts";
import { runs } from "#domain/resources/runs.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { dropRows } from "../kernel/drop-rows.ts";
import { kindOf } from "./engine/kind-of.ts";

const dayMs = 86_400_000;

/**
 * Removes a run of this node that is over for long enough: first what it had to do, at most 256 items at once, then itself. The entries of the vault that
 * it made stay, as every entry does, and so does what is still open.
 */
export const dropRuns = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "runs.drop",
  callers: ["engine"],
  audit: { operation: "VRST", when: "never" },
  async run(context) {
    const { store, clock, settings } = context;
    const before = clock.now() - settings.vaultRunsKeptDays * dayMs;
    const kinds = await context.tables.runKinds();
    const itemTables = new Set<string>([...kinds.values()].map(({ items }) => items.table));
    const noneIsOpen = Object.entries(runs.relations)
      .filter(([, { source }]) => itemTables.has(source))
      .map(([name]) => noneOf(related(name, eq("result", null))));
    const isOver = allOf(oneOf("state", ["ended", "stopped"]), lt("endedAt", before), ...noneIsOpen);
    const over = allOf(isOver, await store.homes.here());
    const [run, another] = await store.select("runs", { where: over, orderBy: [["createdAt", "asc"]], limit: 2 });
    if (run === undefined) return { left: false };
    const { items, drop } = await kindOf(context, run);
    if (await dropRows(context, items.table, eq("runKey", run.key))) return { left: true };
    if (await drop?.(context, run)) return { left: true };
    await store.remove("runs", run.key);
    return { left: another !== undefined };
  },
});
