import type { MaintenanceRound } from "#domain/maintenance-tasks.ts";
import { allOf, eq, lt } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { dropRows } from "../kernel/drop-rows.ts";

const dayMs = 86_400_000;

/** Removes an analysis of this node that ended long enough ago: first its rows and its suggestions, some in each transaction, then itself. */
export const dropAnalyses = defineOperation<Record<string, never>, MaintenanceRound>({
  name: "analyses.drop",
  callers: ["engine"],
  audit: { operation: "ANST", when: "never" },
  async run(context) {
    const { store, clock, settings } = context;
    const before = clock.now() - settings.analysesKeptDays * dayMs;
    const where = allOf(lt("endedAt", before), await store.homes.here());
    const [analysis, another] = await store.select("analyses", { where, orderBy: [["createdAt", "asc"]], limit: 2 });
    if (analysis === undefined) return { left: false };
    const ofAnalysis = eq("analysisKey", analysis.key);
    if (await dropRows(context, "analysisRows", ofAnalysis)) return { left: true };
    if (await dropRows(context, "roleSuggestions", ofAnalysis)) return { left: true };
    await store.remove("analyses", analysis.key);
    return { left: another !== undefined };
  },
});
