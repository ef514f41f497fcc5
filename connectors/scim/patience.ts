import { setTimeout as pause } from "node:timers/promises";

const pausesMs = [250, 500, 1_000];

/**
 * Asks again, a few times, until what is asked for is there: a service may show a change some moments after it has taken it.
 * Gives the last answer, whatever it is.
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
