import { setTimeout as sleep } from "node:timers/promises";

import { refusalStepMs } from "#domain/people-limits.ts";
import type { Settings } from "#platform/settings/settings.ts";

/**
 * Makes refusals of a sign-in take constant time: waits for the next full step of 100 ms, or of a second if a target is asked. The
 * remaining difference between an unknown name and a wrong password is far less than a step. `startedMs` is a time of `performance.now()`.
 */
export async function untilConstantTime(
  startedMs: number,
  { signInTarget }: Pick<Settings, "signInTarget">,
): Promise<void> {
  const stepMs = signInTarget === null ? refusalStepMs.ours : refusalStepMs.target;
  const elapsedMs = performance.now() - startedMs;
  await sleep(Math.ceil(elapsedMs / stepMs) * stepMs - elapsedMs);
}
