import { setTimeout as sleep } from "node:timers/promises";

const pauseMs = { shortest: 10, longest: 160 } as const;

/** Looks for an answer, less and less often, until it is there; undefined where it is not within the time. */
export async function withDeadline<T>(timeoutMs: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const endMs = performance.now() + timeoutMs;
  for (let pause: number = pauseMs.shortest; performance.now() < endMs; pause = Math.min(2 * pause, pauseMs.longest)) {
    await sleep(pause);
    const answer = await look();
    if (answer !== undefined) return answer;
  }
  return undefined;
}
