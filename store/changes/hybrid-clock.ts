import { counterOfStamp, highestStampCounter, stampedAt, stampOf } from "#domain/replication/stamp.ts";
import type { Clock } from "#platform/clock.ts";

/**
 * A hybrid logical clock. Its stamps (`domain/replication/stamp.ts`) strictly rise in a process and follow the wall clock. No two processes
 * issue the same stamp.
 */
export interface HybridClock {
  /** Returns a stamp that is later than all that this process has issued or observed. */
  next(): string;
  /** Observes a stamp, so that the next one is later. */
  observe(stamp: string): void;
}

/** Origin of the stamps of a clock. */
export interface StampedBy {
  readonly node: string;
  /** Number of this process among all that have written to the database (`createWriterNumber`). */
  readonly writer: () => number;
}

/** Makes the hybrid logical clock of a process; its stamps compare as text in the order of events. */
export function createHybridClock(clock: Clock, { node, writer }: StampedBy): HybridClock {
  let lastMs = 0;
  let counter = 0;

  return {
    next() {
      const nowMs = clock.now();
      if (nowMs > lastMs) {
        lastMs = nowMs;
        counter = 0;
      } else if (counter === highestStampCounter) {
        lastMs += 1;
        counter = 0;
      } else {
        counter += 1;
      }
      return stampOf({ ms: lastMs, counter, writer: writer(), node });
    },
    observe(stamp) {
      const ms = stampedAt(stamp);
      const seen = counterOfStamp(stamp);
      if (ms > lastMs || (ms === lastMs && seen > counter)) {
        lastMs = ms;
        counter = seen;
      }
    },
  };
}
