import { setTimeout as sleep } from "node:timers/promises";

import type { NativeConnection } from "@temporalio/worker";

import type { Logger } from "#platform/logs/log.ts";
import type { ProxySettings } from "#platform/settings/settings.ts";
import { temporalFailure } from "#platform/temporal/temporal-failure.ts";
import { connectTemporalWorkers } from "#platform/temporal/temporal-worker.ts";

const pauseMs = 500;

/** Connects the workers of a process. While the engine does not answer, it waits, logs each reason once, and calls `onAway` once. */
export async function workerConnection(
  settings: ProxySettings,
  log: Logger,
  signal: AbortSignal,
  onAway: () => void = () => undefined,
): Promise<NativeConnection> {
  const told = new Set<string>();
  for (;;) {
    signal.throwIfAborted();
    try {
      return await connectTemporalWorkers(settings);
    } catch (error) {
      // Without an address waiting does not help.
      if (settings.temporalAddress === null) throw error;
      const why = await temporalFailure(settings, error);
      if (told.size === 0) onAway();
      if (!told.has(why))
        log.warn({ address: settings.temporalAddress }, `Temporal does not answer; waiting for it. ${why}`);
      told.add(why);
    }
    await sleep(pauseMs, undefined, { signal });
  }
}
