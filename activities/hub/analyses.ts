import { analysisBeatMs, analysisRowsAtOnce } from "#domain/analysis-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { ModuleName } from "#domain/module-name.ts";
import { claimAnalysis } from "#operations/analyses/claim-analysis.ts";
import { computePage } from "#operations/analyses/compute-page.ts";
import { countRows } from "#operations/analyses/count-rows.ts";
import { failAnalysis } from "#operations/analyses/fail-analysis.ts";
import { addRows, endPage, recordProgress } from "#operations/analyses/save-page.ts";
import type { AnalysisPage, AnalysisProgress } from "#operations/kernel/analysis-kind.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { Caller, ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";

/** An analysis that this process computes. */
interface Computed {
  readonly context: ServiceContext;
  readonly engine: Caller;
  readonly key: string;
  readonly attempt: number;
  /** Signal of the hub that ends. */
  readonly ending: AbortSignal;
}

/**
 * Computes an analysis whose moment this process has leased, page by page, until it has ended or was stopped. When the hub ends, another
 * one continues after the last page.
 */
export async function handleAnalysis(
  context: ServiceContext,
  key: string,
  ending: AbortSignal,
): Promise<{ readonly handled: boolean }> {
  const engine = engineCaller(ModuleName.Maintenance, key, `analysis ${key}`);
  const { handled, attempt } = await invoke(claimAnalysis, context, engine, { key });
  if (attempt === null) return { handled };
  const computed = { context, engine, key, attempt, ending };
  try {
    while (!ending.aborted && (await computeNext(computed)));
  } catch (error) {
    if (!ending.aborted) await fail(computed, error);
  }
  return { handled };
}

/** Computes and saves the next page; returns false if it was the last one, or if the analysis is no longer to be computed here. */
async function computeNext(computed: Computed): Promise<boolean> {
  const { context, engine, key, attempt, ending } = computed;
  const beating = beat(computed);
  try {
    const signal = AbortSignal.any([ending, beating.stopped]);
    const page = await invoke(computePage, context, engine, { key, signal, report: beating.report });
    if (page === undefined) return false;
    for (const part of partsOf(page))
      if (!(await invoke(addRows, context, engine, { key, attempt, ...part })).goesOn) return false;
    const { next, progress, facts = {} } = page;
    const operations = next === null ? await invoke(countRows, context, engine, { key }) : [];
    const ended = { key, attempt, page: { next, progress, facts }, operations };
    return (await invoke(endPage, context, engine, ended)).goesOn && next !== null;
  } catch (error) {
    if (beating.stopped.aborted) return false;
    throw error;
  } finally {
    await beating.end();
  }
}

/** Gives signs of life while a page is computed, with its progress; the signal fires if nobody wants the page any more. */
function beat({ context, engine, key, attempt }: Computed) {
  const stopping = new AbortController();
  let progress: AnalysisProgress | null = null;
  let last: Promise<void> = Promise.resolve();
  async function give(): Promise<void> {
    try {
      if (!(await invoke(recordProgress, context, engine, { key, attempt, progress })).goesOn) stopping.abort();
    } catch (error) {
      context.log.warn({ err: error, key }, "The progress of an analysis could not be recorded.");
    }
  }
  const timer = setInterval(() => {
    last = give();
  }, analysisBeatMs);
  return {
    stopped: stopping.signal,
    report: (reached: AnalysisProgress) => {
      progress = reached;
    },
    async end(): Promise<void> {
      clearInterval(timer);
      await last;
    },
  };
}

function* partsOf({ rows, suggestions = [] }: AnalysisPage) {
  if (suggestions.length > 0) yield { rows: [], suggestions: [...suggestions] };
  for (let from = 0; from < rows.length; from += analysisRowsAtOnce)
    yield { rows: rows.slice(from, from + analysisRowsAtOnce), suggestions: [] };
}

async function fail({ context, engine, key, attempt }: Computed, error: unknown): Promise<void> {
  // A database that does not answer now is asked again after the lease.
  if (error instanceof ServiceError && error.kind === "unavailable" && error.code.startsWith("DATABASE_")) throw error;
  const known = error instanceof ServiceError ? error : new ServiceError("INTERNAL", { cause: error });
  if (known.kind === "internal") context.log.error({ err: error, key }, "An analysis could not be computed.");
  const { code, message } = known;
  await invoke(failAnalysis, context, engine, { key, attempt, code, message });
}
