import { setTimeout as sleep } from "node:timers/promises";

const refusalStepMs = 100;

/**
 * Waits until a refused sign-in has taken full steps of 100 ms: an unknown user costs a row less than a wrong password,
 * and the steps hide the difference. `startedMs` is a time of `performance.now()`.
 */
export async function untilEvenTime(startedMs: number): Promise<void> {
  const elapsedMs = performance.now() - startedMs;
  await sleep(Math.ceil(elapsedMs / refusalStepMs) * refusalStepMs - elapsedMs);
}
