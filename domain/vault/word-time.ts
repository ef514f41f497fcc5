import type { TreeEntry } from "./vault-tree.ts";

/** Moments of an entry that put answers about an account in order. */
type DatedEntry = Pick<TreeEntry, "createdAt" | "openedAt" | "refusedAt">;

/**
 * Returns the moment of the next answer about an account, in milliseconds UTC: now, or one after all that its entries hold if a clock has
 * gone back since. The last answer of a target counts by the order in which answers came under the lock of the account, never by a clock.
 */
export function nextWordAt(entries: readonly DatedEntry[], now: number): number {
  const known = entries.flatMap(({ createdAt, openedAt, refusedAt }) => [createdAt, openedAt ?? 0, refusedAt ?? 0]);
  return Math.max(now, 1 + Math.max(0, ...known));
}
