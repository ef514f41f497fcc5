import { setTimeout as sleep } from "node:timers/promises";

import type { ServiceContext } from "#operations/kernel/context.ts";

/** What is done again and again. */
export interface Repeated {
  readonly context: Pick<ServiceContext, "log">;
  readonly everyMs: number;
  /** What the log says where it fails. */
  readonly failure: string;
  /** Ends the repeating. */
  readonly signal: AbortSignal;
}

/** Does something each so many milliseconds until the signal fires; what fails is logged once and left to the next time. */
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
