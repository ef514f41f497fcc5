import { setTimeout as sleep } from "node:timers/promises";

import type { ServiceContext } from "#operations/kernel/context.ts";

const pauseMs = 5_000;

/** Counts the time that passes, for deadlines that no wall clock decides, until the signal fires; a failure is logged and the next turn tries again. */
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
