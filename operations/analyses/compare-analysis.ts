import { z } from "zod";

import { analysisRowsAtOnce } from "#domain/analysis-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { readerOf } from "../kernel/reads-of.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { laterChanges } from "./engine/later-changes.ts";

/** Comparison of a prediction with what came afterwards. */
export interface ComparedAnalysis {
  readonly key: string;
  readonly comparedAt: number;
  /** Number of predicted changes. */
  readonly predicted: number;
  /** Number of those that came since. */
  readonly came: number;
  /** Number of those that did not. */
  readonly missing: number;
  /** Number of further changes of the service with the same operations; null where it cannot be told. */
  readonly others: number | null;
}

/**
 * Compares the rows of an analysis that has ended with the requests, or the members of the class, since then. Nothing is written.
 * @throws NOT_FOUND, FORBIDDEN, ANALYSIS_RUNNING, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const compareAnalysis = defineOperation({
  name: "analyses.compare",
  kind: "read",
  input: z.strictObject({ key: keyInput }),
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "analyses/compare"),
  offered: ({ policy }) => allOf(policy, eq("state", "ended")),
  audit: { operation: "ANCP", when: "refusalOnly", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }): Promise<ComparedAnalysis> {
    const analysis = await visibleRow(context, { table: "analyses", key });
    if (analysis.state !== "ended") throw new ServiceError("ANALYSIS_RUNNING", { target: "key" });
    const reads = context.store.readsFor(readerOf(context));
    const later = laterChanges(context, analysis);
    const codes = new Set<string>();
    let predicted = 0;
    let came = 0;
    for (let after = 0; ;) {
      const rows = await reads.select("analysisRows", {
        where: allOf(eq("analysisKey", key), gt("sequence", after)),
        orderBy: [["sequence", "asc"]],
        limit: analysisRowsAtOnce,
      });
      for (const { operation } of rows) codes.add(operation);
      predicted += rows.length;
      came += (await later.came(rows)).length;
      const last = rows.at(-1);
      if (last === undefined || rows.length < analysisRowsAtOnce) break;
      after = last.sequence;
    }
    const all = codes.size === 0 ? 0 : await later.ofService([...codes]);
    const others = all === null ? null : Math.max(0, all - came);
    return { key, comparedAt: context.clock.now(), predicted, came, missing: predicted - came, others };
  },
});
