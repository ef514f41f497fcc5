import { setTimeout as sleep } from "node:timers/promises";

import type { NativeConnection } from "@temporalio/worker";

import type { Logger } from "#platform/log.ts";
import { connectTemporalWorkers } from "#platform/temporal-worker.ts";
import type { TemporalSettings } from "#platform/temporal.ts";

const pauseMs = 500;

/** Connects the workers of a process; waits, and says so once to the log and to whom it is given, while the engine does not answer. */
export async function workerConnection(
  settings: TemporalSettings,
  log: Logger,
  signal: AbortSignal,
  onAway: () => void = () => undefined,
): Promise<NativeConnection> {
  for (let told = false; ; told = true) {
    signal.throwIfAborted();
    try {
      return await connectTemporalWorkers(settings);
    } catch (error) {
      // Without an address no waiting helps.
      if (settings.temporalAddress === null) throw error;
      if (!told) {
        log.warn({ address: settings.temporalAddress }, "Temporal does not answer; waiting for it.");
        onAway();
      }
    }
    await sleep(pauseMs, undefined, { signal });
  }
}
