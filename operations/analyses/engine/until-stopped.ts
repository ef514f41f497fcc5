import { setImmediate as nextTurn } from "node:timers/promises";

import type { Steps } from "#domain/steps.ts";
import { isTurnOver } from "#platform/loop-turns.ts";

/**
 * Returns the result of work in steps, spread over as many turns of the event loop as needed.
 * @throws the reason of the signal once it fires
 */
export async function untilStopped<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    if (isTurnOver()) await nextTurn();
    signal.throwIfAborted();
    step = steps.next();
  }
  return step.value;
}
