import { setTimeout as sleep } from "node:timers/promises";

import type { ServiceContext } from "#operations/kernel/context.ts";

const pauseMs = 5_000;

/**
 * Counts the elapsed time, for deadlines that must not depend on a wall clock, until the signal fires. A failure is logged and
 * retried at the next interval.
 */
export async function countTime(
  { store, log }: Pick<ServiceContext, "store" | "log">,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await store.steadyTime.count();
    } catch (error) {
      log.warn({ err: error }, "The time that has passed could not be counted.");
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
