import type { Clock } from "#platform/clock.ts";

const millisecondDigits = 12;
const counterDigits = 4;
const counterMax = 0xffff;

/** Gives stamps that strictly rise on a node and follow the wall clock: 12 hex ms, 4 hex counter, node. */
export interface HybridClock {
  next(): string;
  /** Takes a stamp that was seen, so that the next one is later. */
  observe(stamp: string): void;
}

/** Makes the hybrid logical clock of a node; its stamps compare as text in the order of events. */
export function createHybridClock(clock: Clock, node: string): HybridClock {
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
      return hex(lastMs, millisecondDigits) + hex(counter, counterDigits) + node;
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

/** When a stamp was given, in milliseconds UTC. */
export function stampedAt(stamp: string): number {
  return Number.parseInt(stamp.slice(0, millisecondDigits), 16);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}
