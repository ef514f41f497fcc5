/** Fields of an entry that say whether it may have been in force at a moment. */
export interface HeldEntry {
  readonly key: string;
  readonly status: "U" | "failed" | "C";
  readonly createdAt: number;
  /** Time at which it was confirmed or has failed; null if it is uncertain. */
  readonly settledAt: number | null;
}

/**
 * Returns the passwords that an account may have had at a moment, for example the moment of a backup that was restored: the one last
 * confirmed by then, and those sent to the target and not settled by then, younger ones first. Passwords that never came into force are
 * left out.
 */
export function heldAt<E extends HeldEntry>(entries: readonly E[], atMs: number): readonly E[] {
  const there = entries.filter(({ status, createdAt }) => status !== "failed" && createdAt <= atMs);
  const isConfirmed = ({ status, settledAt }: E) => status === "C" && settledAt !== null && settledAt <= atMs;
  const last = Math.max(...there.filter(isConfirmed).map(({ settledAt }) => settledAt ?? 0), -Infinity);
  return there
    .filter((entry) => !isConfirmed(entry) || entry.settledAt === last)
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.key < b.key ? 1 : -1));
}
