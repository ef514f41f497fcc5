import { setTimeout as sleep } from "node:timers/promises";

/** How often is looked, and what ends it early. */
export interface Polling {
  readonly pauseMs: number;
  readonly stop?: AbortSignal;
  /** Hears that the stop has ended it. */
  onStop?(): void;
}

/** Polls: looks again and again until a look is the last one, or until the stop; gives what was seen last. */
export async function poll<T>(
  look: () => Promise<T>,
  isLast: (seen: T) => boolean,
  { pauseMs, stop, onStop }: Polling,
): Promise<T> {
  for (;;) {
    const seen = await look();
    if (isLast(seen)) return seen;
    if (stop?.aborted) {
      onStop?.();
      return seen;
    }
    await sleep(pauseMs, undefined, { ...(stop && { signal: stop }) }).catch(() => undefined);
  }
}
