import type { EnforcementKind } from "#domain/roles/differences.ts";
import type { Row } from "#store/tables.ts";

import { poll } from "./poll.ts";
import type { Progress } from "./progress.ts";
import type { CallOperation } from "./with-service.ts";

type Run = Row<"enforcementRuns">;

/** Tools of a command that follows a run. */
export interface Following {
  readonly call: CallOperation;
  readonly progress: Progress;
  readonly stop: AbortSignal;
}

/** Choice of the run that a command begins. */
export interface AskedRun {
  readonly kind: EnforcementKind;
  readonly threads?: number | undefined;
  readonly userKeys: readonly string[] | null;
}

const pauseMs = 500;

/**
 * Begins a run, or goes on with one over everybody that has not ended, and shows its progress until it has ended or waits for a confirmation.
 * When the signal fires the run is stopped; what it has submitted goes on.
 */
export async function enforce({ call, progress, stop }: Following, asked: AskedRun): Promise<Run> {
  const { startEnforcement, stopEnforcement } = await import("#operations/enforcement/change-runs.ts");
  const { openEnforcement, showEnforcement } = await import("#operations/enforcement/read-runs.ts");
  const { kind, threads, userKeys } = asked;
  const open = userKeys === null ? await call(openEnforcement, { kind }) : null;
  const input = { kind, threads, ...(userKeys !== null && { userKeys: [...userKeys] }) };
  const { key } = open ?? (await call(startEnforcement, input));
  if (open !== null) progress.say(`${kind}: going on with the run ${key}.`);
  const seen = await progress.step(
    kind,
    (report) => {
      const look = async () => {
        const run = await call(showEnforcement, { key });
        report(wordsOf(run));
        return run;
      };
      const isLast = ({ endedAt, state }: Run) => endedAt !== null || state === "confirming";
      return poll(look, isLast, { pauseMs, stop, onStop: () => progress.end() });
    },
    wordsOf,
    ({ state }) => state === "ended",
  );
  if (seen.endedAt !== null || seen.state === "confirming" || !stop.aborted) return seen;
  await call(stopEnforcement, { key });
  return call(showEnforcement, { key });
}

/** Returns the progress of a run in words. */
function wordsOf({ state, startedAt, people, differences, submitted, refused, waiting, removals }: Run): string {
  if (startedAt === null) return state === "queued" ? "looking for differences" : state;
  if (people === 0) return "no differences";
  const found = `${differences} differences of ${people} people`;
  if (state === "confirming") return `${found}, ${removals} removals wait for a confirmation`;
  const done = `${submitted} submitted`;
  return [found, done, refused > 0 ? `${refused} refused` : [], waiting > 0 ? `${waiting} left` : []].flat().join(", ");
}
