import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = { shortest: 10, longest: 160 } as const;

/** Polls for an answer, with growing intervals, until it exists; undefined if it does not within the time. */
export async function awaited<T>(timeoutMs: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const endMs = performance.now() + timeoutMs;
  for (let pause: number = pauseMs.shortest; performance.now() < endMs; pause = Math.min(2 * pause, pauseMs.longest)) {
    await sleep(pause);
    const answer = await look();
    if (answer !== undefined) return answer;
  }
  return undefined;
}
