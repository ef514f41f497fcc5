import type { TreeEntry } from "./vault-tree.ts";

/** Moments of an entry by which words about an account are put in order. */
type DatedEntry = Pick<TreeEntry, "createdAt" | "openedAt" | "refusedAt">;

/**
 * Returns the moment of the next word about an account, in milliseconds UTC: now, or one behind all that its entries hold where a clock has
 * gone back since. The last word of a target counts by the order in which words came under the lock of the account, never by a clock.
 */
export function nextWordAt(entries: readonly DatedEntry[], now: number): number {
  const known = entries.flatMap(({ createdAt, openedAt, refusedAt }) => [createdAt, openedAt ?? 0, refusedAt ?? 0]);
  return Math.max(now, 1 + Math.max(0, ...known));
}
