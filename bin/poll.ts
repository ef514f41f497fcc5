import { setTimeout as sleep } from "node:timers/promises";

/** Polling interval and early end. */
export interface Polling {
  readonly pauseMs: number;
  readonly stop?: AbortSignal;
  /** Runs if the stop signal has ended the polling. */
  onStop?(): void;
}

/** Polls until a result is the last one, or until the stop signal fires; returns the last result. */
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
