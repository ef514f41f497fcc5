import { lockoutTriesMax } from "../managed-account-limits.ts";

/** What a policy says of the lockout of its targets. */
export interface LockoutRule {
  /** After how many wrong passwords a target locks an account; 0 = it locks none. */
  readonly lockoutTries: number;
  /** Minutes after which it forgets them. */
  readonly lockoutMinutes: number;
}

/**
 * How many more passwords may be tried on an account now without asking anybody: one less than would lock it (domain 5: each try counts
 * towards the target's own lockout).
 * @param triedAt when passwords were tried that did not open it, or of which no answer came, in milliseconds UTC
 */
export function triesLeft(
  triedAt: readonly number[],
  { lockoutTries, lockoutMinutes }: LockoutRule,
  now: number,
): number {
  if (lockoutTries === 0) return Infinity;
  const windowMs = lockoutMinutes * 60_000;
  // A clock that was set back makes moments of the future; they count until it has come up with them.
  const counted = triedAt.filter((at) => at > now - windowMs).length;
  return Math.max(0, lockoutTries - 1 - counted);
}

/** When so many tries will be left; null = they are now, undefined = never. */
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

/** A password that was tried on a target. */
export interface TriedOnce {
  readonly answer: "opens" | "refused" | "unknown";
  /** It may count towards the target's lockout. */
  readonly counts: boolean;
}

/**
 * The tries after some more, in the order in which they were made, the oldest of too many dropped. A login that succeeds makes targets
 * forget the wrong ones before it; one of which no answer came may have been wrong.
 */
export function withTries(triedAt: readonly number[], tried: readonly TriedOnce[], now: number): readonly number[] {
  const counted = tried.filter(({ counts }) => counts);
  const opened = counted.findLastIndex(({ answer }) => answer === "opens");
  const wrong = counted.slice(opened + 1).map(() => now);
  return [...(opened < 0 ? triedAt : []), ...wrong].slice(-lockoutTriesMax);
}
