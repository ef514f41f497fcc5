import { setTimeout as sleep } from "node:timers/promises";

const refusalStepMs = 100;

/**
 * Makes refusals of a sign-in take constant time: waits until a refused one has taken full steps of 100 ms. What still differs between a name that nobody has and a
 * wrong password is far less than a step. `startedMs` is a time of `performance.now()`.
 */
export async function untilConstantTime(startedMs: number): Promise<void> {
  const elapsedMs = performance.now() - startedMs;
  await sleep(Math.ceil(elapsedMs / refusalStepMs) * refusalStepMs - elapsedMs);
}
