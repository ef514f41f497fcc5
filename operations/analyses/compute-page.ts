import { z } from "zod";

import { emptySummary } from "#domain/analyses/analysis-summary.ts";

import type { AnalysisPage, AnalysisProgress } from "../kernel/analysis-kind.ts";
import { defineOperation } from "../kernel/define-operation.ts";

/** Function that is told of the progress of a page. */
type Report = (progress: AnalysisProgress) => void;

/**
 * Computes the next page of an analysis; undefined if the analysis was removed. Nothing is written.
 * @throws the codes of what an analysis is about, READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export const computePage = defineOperation({
  name: "analyses.computePage",
  kind: "read",
  input: z.strictObject({
    key: z.string(),
    signal: z.instanceof(AbortSignal),
    report: z.custom<Report>((given) => typeof given === "function"),
  }),
  callers: ["engine"],
  audit: { operation: "ANST", when: "never" },
  async run(context, { key, signal, report }): Promise<AnalysisPage | undefined> {
    const analysis = await context.store.get("analyses", key);
    if (analysis === undefined) return undefined;
    const { kind, input, cursor: after, done, total, summary, createdAt: now } = analysis;
    const before = { progress: { done, total }, facts: summary ?? emptySummary };
    return (await context.tables.analysisKind(kind)).page(context, { input, now, after, before, signal, report });
  },
});
