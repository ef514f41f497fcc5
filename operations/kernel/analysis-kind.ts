import type { z } from "zod";

import type { AnalysisSummary } from "#domain/analyses/analysis-summary.ts";
import type { Save } from "#store/tables.ts";

/** Row of a result before it has its key and its position. */
export type NewRow = Omit<Save<"analysisRows">, "key" | "analysisKey" | "sequence">;

/** Suggested role; it has its key, by which rows name it, but not its position. */
export type NewSuggestion = Omit<Save<"roleSuggestions">, "analysisKey" | "sequence">;

/** Part of a result. */
export interface AnalysisPage {
  readonly rows: readonly NewRow[];
  readonly suggestions?: readonly NewSuggestion[];
  /** Place after which the next page begins; null if this was the last one. */
  readonly next: string | null;
  readonly progress: AnalysisProgress;
  /** Facts for the summary, which replace those of earlier pages. */
  readonly facts?: Partial<AnalysisSummary>;
}

/** Number of people or requests that were looked at, of all of them. */
export interface AnalysisProgress {
  readonly done: number;
  readonly total: number | null;
}

/** Work of one page. */
export interface PageWork<Input> {
  readonly input: Input;
  /** Time in milliseconds UTC at which the analysis was started. */
  readonly now: number;
  /** Place after which the page begins; null for the first one. */
  readonly after: string | null;
  /** Progress and facts of the pages before. */
  readonly before: { readonly progress: AnalysisProgress; readonly facts: AnalysisSummary };
  /** Signal to give the page up. */
  readonly signal: AbortSignal;
  /** Reports progress within a page that takes long. */
  report(progress: AnalysisProgress): void;
}

/** Kind of analyses: what it is given, and how its result is computed, page by page. Nothing is written meanwhile. */
export interface AnalysisKindDefinition<Input, Context> {
  readonly input: z.ZodType<Input>;
  /** Throws unless an analysis can be computed. */
  check(context: Context, input: Input): Promise<void>;
  page(context: Context, work: PageWork<Input>): Promise<AnalysisPage>;
}

/** Kind of analyses, whatever its input is: it reads the input itself. */
export interface AnalysisKind<Context> {
  /**
   * Throws unless an analysis of this input can be computed.
   * @throws INPUT_INVALID and the codes of what the analysis is about
   */
  check(context: Context, input: unknown): Promise<void>;
  page(context: Context, work: PageWork<unknown>): Promise<AnalysisPage>;
}
