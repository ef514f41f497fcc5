import type { Clock } from "#platform/clock.ts";

const millisecondDigits = 12;
const counterDigits = 4;
const counterMax = 0xffff;
const writerDigits = 8;

/**
 * A hybrid logical clock. Its stamps strictly rise in a process and follow the wall clock: 12 hex digits of milliseconds, 4 of a counter, 8
 * of the number of the writing process, and the node. No two processes issue the same stamp.
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
      } else if (counter === counterMax) {
        lastMs += 1;
        counter = 0;
      } else {
        counter += 1;
      }
      return hex(lastMs, millisecondDigits) + hex(counter, counterDigits) + hex(writer(), writerDigits) + node;
    },
    observe(stamp) {
      const ms = stampedAt(stamp);
      const seen = Number.parseInt(stamp.slice(millisecondDigits, millisecondDigits + counterDigits), 16);
      if (ms > lastMs || (ms === lastMs && seen > counter)) {
        lastMs = ms;
        counter = seen;
      }
    },
  };
}

/** Returns the time of a stamp in milliseconds UTC. */
export function stampedAt(stamp: string): number {
  return Number.parseInt(stamp.slice(0, millisecondDigits), 16);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
