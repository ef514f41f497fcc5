import type { TreeEntry } from "#domain/vault/vault-tree.ts";

/** An entry of the model; its key is its password. */
export type ModelEntry = TreeEntry & { readonly createdNode: string; readonly settledAt: number | null };

const rank = { U: 0, failed: 1, C: 2 } as const;
const later = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b));

/** Merges two states of one entry: each field keeps the later one. */
export function merged(a: ModelEntry, b: ModelEntry): ModelEntry {
  return {
    ...(rank[a.status] >= rank[b.status] ? a : b),
    settledAt: later(a.settledAt, b.settledAt),
    openedAt: later(a.openedAt, b.openedAt),
    refusedAt: later(a.refusedAt, b.refusedAt),
    refusal: a.refusal ?? b.refusal,
    sureOf: later(a.sureOf ?? null, b.sureOf ?? null),
  };
}

/**
 * Returns true for an entry that is confirmed, not refused since, and above no other confirmed entry. The tree computes this in another
 * way.
 */
export function isLiveHead(entry: ModelEntry, all: readonly ModelEntry[]): boolean {
  const { status, openedAt, refusedAt, key } = entry;
  if (status !== "C" || (refusedAt ?? -1) > (openedAt ?? -1)) return false;
  const isBelow = (other: ModelEntry): boolean =>
    other.parentKey === key || all.some((above) => above.key === other.parentKey && isBelow(above));
  return !all.some((other) => other.status === "C" && isBelow(other));
}
