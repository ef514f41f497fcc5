import { rateBurstMs } from "../mass-reset-limits.ts";

/** Number of accounts of one target system that may begin, and the time until the next one may. */
export interface Pace {
  /** Number that may begin now. */
  readonly items: number;
  /** Milliseconds until the next one may begin; 0 if one may now. */
  readonly waitMs: number;
}

const minuteMs = 60_000;

/**
 * Returns how many accounts of a target system may begin now.
 * @param nextBeginAt time from which on the next account may begin; null before the first one
 * @param now time that has passed, in milliseconds, of a clock that nobody sets
 */
export function paceOf(ratePerMinute: number, nextBeginAt: number | null, now: number): Pace {
  const from = beginFrom(nextBeginAt, now);
  if (from > now) return { items: 0, waitMs: from - now };
  return { items: Math.floor((now - from) / intervalMs(ratePerMinute)) + 1, waitMs: 0 };
}

/** Returns the time from which on the next account may begin, after some have begun. */
export function nextBegin(
  ratePerMinute: number,
  nextBeginAt: number | null,
  begun: { items: number; now: number },
): number {
  return Math.ceil(beginFrom(nextBeginAt, begun.now) + begun.items * intervalMs(ratePerMinute));
}

const intervalMs = (ratePerMinute: number) => minuteMs / ratePerMinute;

/** A target system that stood still catches up with a short time alone. */
const beginFrom = (nextBeginAt: number | null, now: number) => Math.max(nextBeginAt ?? now, now - rateBurstMs);
