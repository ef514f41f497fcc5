import { setTimeout as sleep } from "node:timers/promises";

import type { ServiceContext } from "#operations/kernel/context.ts";

/** A recurring task. */
export interface Repeated {
  readonly context: Pick<ServiceContext, "log">;
  readonly everyMs: number;
  /** Message of the log when it fails. */
  readonly failure: string;
  /** Signal that ends the repetition. */
  readonly signal: AbortSignal;
}

/** Repeats a task every so many milliseconds until the signal fires. A failure is logged once in a row and left to the next time. */
export async function keepDoing(
  { context, everyMs, failure, signal }: Repeated,
  work: () => Promise<unknown>,
): Promise<void> {
  let failed = false;
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      await work();
      failed = false;
    } catch (error) {
      if (!failed && !signal.aborted) context.log.warn({ err: error }, failure);
      failed = true;
    }
  }
}
