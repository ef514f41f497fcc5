import { z } from "zod";

import { enforcementReportedMax } from "#domain/enforcement-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { PersonDifferences } from "#domain/roles/differences.ts";
import type { Removals } from "#domain/roles/removals.ts";
import { removes } from "#domain/roles/removals.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { runInput } from "./change-runs.ts";
import { findDifferences } from "./engine/find-differences.ts";
import { removalsToConfirm } from "./engine/removal-counts.ts";
import { limitsOf } from "./engine/search-limits.ts";

/** Differences as they are now, of which nothing is resolved. */
export interface DifferencesReport {
  readonly people: number;
  readonly differences: number;
  readonly removals: number;
  /** Removals that a run would have to wait for. */
  readonly largeRemovals: readonly Removals[];
  /** First of the people, with their differences. */
  readonly found: readonly PersonDifferences[];
}

/**
 * Reports the differences of autores or rbacenforce, and what would resolve them; it writes nothing but its audit row.
 * @throws FORBIDDEN, USER_UNKNOWN, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const reportDifferences = defineOperation({
  name: "enforcementRuns.report",
  input: z.strictObject(runInput),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.action("enforcementRuns/report") }],
  audit: {
    operation: "ENRP",
    describe: ({ kind }, output?: DifferencesReport) => ({
      message: output === undefined ? kind : `${kind}: ${output.differences} differences of ${output.people} people`,
    }),
  },
  async prepare(context, { kind, userKeys }): Promise<DifferencesReport> {
    const found = await findDifferences(context, kind, await limitsOf(context, userKeys ?? null));
    const all = found.flatMap(({ differences }) => differences);
    return {
      people: found.length,
      differences: all.length,
      removals: all.filter(removes).length,
      largeRemovals: await removalsToConfirm(context, found),
      found: found.slice(0, enforcementReportedMax),
    };
  },
  // Nothing but the audit row is written with it.
  run: async (_context, _input, report) => report,
});
