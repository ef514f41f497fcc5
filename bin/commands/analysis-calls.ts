import type { AnalysisKindName, AnalysisState } from "#domain/analyses/analysis-kinds.ts";
import type { AnalysisSummary } from "#domain/analyses/analysis-summary.ts";

import { CliError, ExitCode } from "../cli-error.ts";
import { stopSignal } from "../lifecycle.ts";
import { poll } from "../poll.ts";
import { createProgress } from "../progress.ts";
import type { RestClient } from "../rest-client.ts";

/** An analysis as commands show it. */
export interface ShownAnalysis {
  readonly key: string;
  readonly kind: AnalysisKindName;
  readonly state: AnalysisState;
  readonly done: number;
  readonly total: number | null;
  readonly rowCount: number;
  readonly createdAt: string;
  readonly summary: AnalysisSummary | null;
  readonly errorMessage: string | null;
}

const pauseMs = 500;

/** Starts an analysis and waits for its end; Ctrl-C ends the waiting only. Returns it as it is then. */
export async function analyse(rest: RestClient, kind: AnalysisKindName, input: object): Promise<ShownAnalysis> {
  const { body } = await rest.post<ShownAnalysis>("/v2/analyses", { kind, input });
  const stop = stopSignal();
  // The result alone goes to the standard output.
  const progress = createProgress(process.stderr);
  const ended = await progress.step(
    "Analysis",
    (report) => {
      const look = async () => {
        const analysis = await rest.get<ShownAnalysis>(analysisPath(body.key));
        report(progressWords(analysis));
        return analysis;
      };
      return poll(look, hasEnded, { pauseMs, stop, onStop: () => progress.end() });
    },
    progressWords,
    hasEnded,
  );
  if (!hasEnded(ended)) progress.say(`It goes on: gatehouse simulate show ${ended.key}`);
  else if (ended.state === "failed")
    throw new CliError(ended.errorMessage ?? "The analysis has failed.", ExitCode.Failed);
  return ended;
}

/** Returns the address of an analysis. */
export function analysisPath(key: string): string {
  return `/v2/analyses(${encodeURIComponent(key)})`;
}

/** Returns true if an analysis no longer changes. */
function hasEnded({ state }: ShownAnalysis): boolean {
  return state !== "queued" && state !== "running";
}

/** Returns the progress of an analysis in words. */
export function progressWords({ state, done, total, rowCount }: ShownAnalysis): string {
  return `${state}, ${done}${total === null ? "" : ` of ${total}`} looked at, ${rowCount} rows`;
}
