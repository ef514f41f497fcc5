import { setTimeout as sleep } from "node:timers/promises";

import { refusalStepMs } from "#domain/people-limits.ts";
import type { Settings } from "#platform/settings/settings.ts";

/**
 * Makes refusals of a sign-in take constant time: waits until a refused one has taken full steps of
 * 100 ms, or of a second where a target is asked. What still differs between a name that nobody has and a wrong password is far less
 * than a step. `startedMs` is a time of `performance.now()`.
 */
export async function untilConstantTime(
  startedMs: number,
  { signInTarget }: Pick<Settings, "signInTarget">,
): Promise<void> {
  const stepMs = signInTarget === null ? refusalStepMs.ours : refusalStepMs.target;
  const elapsedMs = performance.now() - startedMs;
  await sleep(Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs);
}
