import { z } from "zod";

import { type CountedRows, emptySummary } from "#domain/analyses/analysis-summary.ts";
import { analysisLeaseMs } from "#domain/analysis-limits.ts";
import type { Row } from "#store/tables.ts";

import type { AnalysisPage, NewRow, NewSuggestion } from "../kernel/analysis-kind.ts";
import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { isOpenAnalysis } from "./engine/is-open-analysis.ts";

const ofAttempt = { key: z.string(), attempt: z.int() } as const;
const progress = z.strictObject({ done: z.int(), total: z.int().nullable() });

/** Answer to the hub that computes an analysis. */
export interface Continued {
  /** False if the analysis was stopped or removed, or if another hub has it. */
  readonly goesOn: boolean;
}

/** Records the progress of an analysis as a sign of life of its hub. */
export const recordProgress = defineOperation({
  name: "analyses.recordProgress",
  input: z.strictObject({ ...ofAttempt, progress: progress.nullable() }),
  callers: ["engine"],
  audit: { operation: "ANST", when: "never" },
  run: (context, { key, attempt, progress: reached }): Promise<Continued> =>
    continued(context, { key, attempt }, async () => {
      if (reached !== null) await context.store.save("analyses", { key, ...reached });
    }),
});

/** Adds rows of a page that has more of them than one transaction takes. */
export const addRows = defineOperation({
  name: "analyses.addRows",
  input: z.strictObject({
    ...ofAttempt,
    rows: z.array(z.custom<NewRow>()),
    suggestions: z.array(z.custom<NewSuggestion>()),
  }),
  callers: ["engine"],
  audit: { operation: "ANST", when: "never" },
  run: (context, { key, attempt, rows, suggestions }): Promise<Continued> =>
    continued(context, { key, attempt }, async (analysis) => {
      const { store, ids } = context;
      const from = analysis.rowCount + 1;
      await store.addAll(
        "analysisRows",
        rows.map((row, index) => ({ ...row, key: ids.guid(), analysisKey: key, sequence: from + index })),
      );
      await store.addAll(
        "roleSuggestions",
        suggestions.map((one, index) => ({ ...one, analysisKey: key, sequence: index + 1 })),
      );
      await store.save("analyses", { key, rowCount: analysis.rowCount + rows.length });
    }),
});

/** Ends a page of an analysis whose rows are added: the next one begins after it, or the analysis has ended. */
export const endPage = defineOperation({
  name: "analyses.endPage",
  input: z.strictObject({
    ...ofAttempt,
    page: z.custom<Omit<AnalysisPage, "rows" | "suggestions">>(),
    /** Counted rows of an analysis that ends. */
    operations: z.array(z.custom<CountedRows>()),
  }),
  callers: ["engine"],
  audit: { operation: "ANST", when: "never" },
  run: (context, { key, attempt, page, operations }): Promise<Continued> =>
    continued(context, { key, attempt }, async (analysis) => {
      const { store, clock, caller } = context;
      const summary = { ...(analysis.summary ?? emptySummary), ...page.facts, operations };
      const settled = { ...page.progress, cursor: page.next, settledRows: analysis.rowCount, summary };
      await store.save("analyses", { key, ...settled });
      if (page.next !== null) return;
      await store.save("analyses", { key, state: "ended", endedAt: clock.now() });
      await store.moments.clear(key);
      const { sessid, requestId, id: actor } = caller;
      const message = `${analysis.kind}, rows ${analysis.rowCount}`;
      await store.audit({ sessid, requestId, operation: "ANED", result: "S", actor, ident: key, message });
    }),
});

/** Changes an analysis in the current transaction if this attempt has it, and keeps other hubs from it for a time. */
async function continued(
  { store, clock }: CallContext,
  { key, attempt }: { readonly key: string; readonly attempt: number },
  change: (analysis: Row<"analyses">) => Promise<void>,
): Promise<Continued> {
  const analysis = await store.lock("analyses", key);
  if (analysis === undefined || analysis.attempt !== attempt || !isOpenAnalysis(analysis)) return { goesOn: false };
  await store.moments.set({ key, kind: "analysis", at: clock.now() + analysisLeaseMs });
  await change(analysis);
  return { goesOn: true };
}
