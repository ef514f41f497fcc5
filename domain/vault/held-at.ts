/** What of an entry says whether it may have been in force at a moment. */
export interface HeldEntry {
  readonly key: string;
  readonly status: "U" | "failed" | "C";
  readonly createdAt: number;
  /** When it was confirmed, or has failed; null = it is uncertain. */
  readonly settledAt: number | null;
}

/**
 * The passwords that an account may have had at a moment, as after its target came back from a backup of then: the one that was confirmed
 * last by then, and those that were given to the target and not settled yet, the younger before the older. What never came into force is
 * not among them.
 */
export function heldAt<E extends HeldEntry>(entries: readonly E[], atMs: number): readonly E[] {
  const there = entries.filter(({ status, createdAt }) => status !== "failed" && createdAt <= atMs);
  const isConfirmed = ({ status, settledAt }: E) => status === "C" && settledAt !== null && settledAt <= atMs;
  const last = Math.max(...there.filter(isConfirmed).map(({ settledAt }) => settledAt ?? 0), -Infinity);
  return there
    .filter((entry) => !isConfirmed(entry) || entry.settledAt === last)
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.key < b.key ? 1 : -1));
}
