import { lockoutTriesMax } from "../managed-account-limits.ts";

/** Lockout of the targets of a policy. */
export interface LockoutRule {
  /** Number of wrong passwords after which a target locks an account; 0 if it locks none. */
  readonly lockoutTries: number;
  /** Minutes after which it forgets them. */
  readonly lockoutMinutes: number;
}

/**
 * Returns the number of passwords that may still be tried on an account now without asking anyone: one less than would lock it (domain 5:
 * each try counts towards the target's own lockout).
 * @param triedAt times, in milliseconds UTC, at which passwords were tried that did not open it, or that got no answer
 */
export function triesLeft(
  triedAt: readonly number[],
  { lockoutTries, lockoutMinutes }: LockoutRule,
  now: number,
): number {
  if (lockoutTries === 0) return Infinity;
  const windowMs = lockoutMinutes * 60_000;
  // A clock that was set back leaves times in the future; they count until the clock has reached them.
  const counted = triedAt.filter((at) => at > now - windowMs).length;
  return Math.max(0, lockoutTries - 1 - counted);
}

/** Returns the time at which so many tries are left; null if they are now, undefined if they never will be. */
export function triesLeftAt(
  wanted: number,
  triedAt: readonly number[],
  rule: LockoutRule,
  now: number,
): number | null | undefined {
  if (triesLeft(triedAt, rule, now) >= wanted) return null;
  if (rule.lockoutTries - 1 < wanted) return undefined;
  const windowMs = rule.lockoutMinutes * 60_000;
  const ends = triedAt
    .map((at) => at + windowMs)
    .filter((end) => end > now)
    .toSorted((a, b) => a - b);
  return ends[ends.length - (rule.lockoutTries - 1 - wanted) - 1];
}

/** Password that was tried on a target. */
export interface TriedOnce {
  readonly answer: "opens" | "refused" | "unknown";
  /** True if it may count towards the target's lockout. */
  readonly counts: boolean;
}

/**
 * Returns the tries after some more, in the order in which they were made, without the oldest of too many. A login that succeeds makes
 * targets forget the wrong ones before it; one without an answer may have been wrong.
 */
export function withTries(triedAt: readonly number[], tried: readonly TriedOnce[], now: number): readonly number[] {
  const counted = tried.filter(({ counts }) => counts);
  const opened = counted.findLastIndex(({ answer }) => answer === "opens");
  const wrong = counted.slice(opened + 1).map(() => now);
  return [...(opened < 0 ? triedAt : []), ...wrong].slice(-lockoutTriesMax);
}
