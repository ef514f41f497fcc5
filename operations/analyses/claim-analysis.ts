import { z } from "zod";

import { analysisAttemptsMax, analysisLeaseMs } from "#domain/analysis-limits.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { dropRows } from "../kernel/drop-rows.ts";
import { failure } from "./engine/failure.ts";
import { isOpenAnalysis } from "./engine/is-open-analysis.ts";

/** Claim of an analysis by a hub. */
export interface AnalysisClaim {
  /** False if another process has the moment. */
  readonly handled: boolean;
  /** Number of the attempt; null if there is nothing to compute now. */
  readonly attempt: number | null;
}

/**
 * Claims an analysis for the hub that has leased its moment. Until the hub saves a part of the result or gives a sign of life, no other one takes
 * it. The rows of a page that did not end are dropped, some in each transaction.
 */
export const claimAnalysis = defineOperation({
  name: "analyses.claim",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "ANST", when: "never" },
  async run(context, { key }): Promise<AnalysisClaim> {
    const { store, clock } = context;
    const analysis = await store.lock("analyses", key);
    if (!(await store.moments.take(key))) return { handled: false, attempt: null };
    if (analysis === undefined || !isOpenAnalysis(analysis)) return { handled: true, attempt: null };
    if (await hasLeftovers(context, analysis)) {
      await store.moments.set({ key, kind: "analysis", at: clock.now() });
      return { handled: true, attempt: null };
    }
    const attempt = analysis.attempt + 1;
    if (attempt > analysisAttemptsMax) {
      await store.save("analyses", { key, ...failure("ANALYSIS_GIVEN_UP", clock.now()) });
      return { handled: true, attempt: null };
    }
    await store.save("analyses", { key, attempt, state: "running", rowCount: analysis.settledRows });
    await store.moments.set({ key, kind: "analysis", at: clock.now() + analysisLeaseMs });
    return { handled: true, attempt };
  },
});

async function hasLeftovers(context: CallContext, { key, cursor, settledRows }: Row<"analyses">): Promise<boolean> {
  const ofAnalysis = eq("analysisKey", key);
  if (await dropRows(context, "analysisRows", allOf(ofAnalysis, gt("sequence", settledRows)))) return true;
  // Suggestions are made by the only page of their analysis.
  return cursor === null && dropRows(context, "roleSuggestions", ofAnalysis);
}
