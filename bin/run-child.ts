import { fenceEndMs } from "#domain/fence-limits.ts";

import { ExitCode } from "./cli-error.ts";
import { stopSignal, tellSupervisor } from "./lifecycle.ts";
import { tooOldWords } from "./version-watch.ts";

/** A service of this process: starts, then runs until the signal fires. */
export type ChildService = (tools: {
  /** Fires when the process is to end. */
  readonly signal: AbortSignal;
  /** Reports readiness and the address of the service. */
  ready(address: string | null): void;
  /** Reports the progress before that in words. */
  report(words: string): void;
  /**
   * Lets the process end once a signal fires, because it is too old for the database: it finishes what it has, within a time, and may answer
   * callers for some milliseconds before.
   */
  endWith(outdated: AbortSignal, answersMs?: number): void;
}) => Promise<void>;

const aliveEveryMs = 5_000;

/** Runs a service until it is told to stop, and sends heartbeats and a failure to the supervisor. */
export async function runChild(service: ChildService, stop: AbortSignal = stopSignal()): Promise<void> {
  const ending = new AbortController();
  const signal = AbortSignal.any([stop, ending.signal]);
  const beating = setInterval(() => tellSupervisor({ type: "alive" }), aliveEveryMs);
  try {
    await service({
      signal,
      ready: (address) => tellSupervisor({ type: "ready", address }),
      report: (words) => tellSupervisor({ type: "progress", words }),
      endWith(outdated, answersMs = 0) {
        outdated.addEventListener("abort", () => endOutdated(ending, answersMs), { once: true });
      },
    });
  } catch (error) {
    // Work that waits when the signal fires ends with it; that is not a failure.
    if (signal.aborted && error instanceof Error && error.name === "AbortError") return;
    // Loaded only here: it imports the errors of all parts, of which a process has few.
    const { messageOf } = await import("./failure.ts");
    tellSupervisor({ type: "failed", words: messageOf(error) });
    throw error;
  } finally {
    clearInterval(beating);
  }
}

function endOutdated(ending: AbortController, answersMs: number): void {
  process.exitCode = ExitCode.Failed;
  tellSupervisor({ type: "outdated", words: tooOldWords() });
  setTimeout(() => ending.abort(), answersMs);
  setTimeout(() => process.exit(), fenceEndMs).unref();
}
