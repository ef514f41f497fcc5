import { setTimeout as pause } from "node:timers/promises";

const pausesMs = [250, 500, 1_000];

/**
 * Polls a few times until the expected result is there: a service may show a change only some moments after it has accepted it.
 * Returns the last result in any case.
 */
export async function untilShown<T>(
  signal: AbortSignal,
  ask: () => Promise<T>,
  isShown: (answer: T) => boolean,
): Promise<T> {
  let answer = await ask();
  for (const ms of pausesMs) {
    if (isShown(answer)) return answer;
    await pause(ms, undefined, { signal });
    answer = await ask();
  }
  return answer;
}
