import { z } from "zod";

import type { CountedRows } from "#domain/analyses/analysis-summary.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { readerOf } from "../kernel/reads-of.ts";

/**
 * Counts the rows of an analysis, and the people in them, by operation code.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const countRows = defineOperation({
  name: "analyses.countRows",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "ANST", when: "never" },
  async run(context, { key }): Promise<CountedRows[]> {
    const reads = context.store.readsFor(readerOf(context));
    const ofAnalysis = eq("analysisKey", key);
    const rows = await reads.countBy("analysisRows", "operation", ofAnalysis);
    const counted: CountedRows[] = [];
    for (const [operation, count] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const people = await reads.countBy("analysisRows", "userKey", allOf(ofAnalysis, eq("operation", operation)));
      counted.push({ operation, rows: count, people: people.size });
    }
    return counted;
  },
});
