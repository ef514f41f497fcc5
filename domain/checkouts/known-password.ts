/** Passwords of an account that the vault gives out. */
export interface GivenOut {
  readonly giveOut: readonly { readonly key: string }[];
}

/**
 * Returns true if a former holder may still know a password that may open the account: one that might have been valid when they returned
 * it. True too if the vault gives out none. No clock is needed: an entry of the vault is never given out again under another key.
 */
export function isStillKnown({ giveOut }: GivenOut, knownKeys: readonly string[]): boolean {
  return giveOut.length === 0 || giveOut.some(({ key }) => knownKeys.includes(key));
}

/**
 * Returns the keys that a holder may know by now: those shown to them, which may have changed in the meantime, and those that the vault
 * gives out of the account.
 */
export function keysKnownNow(shown: readonly string[] | null, { giveOut }: GivenOut): readonly string[] {
  return [...new Set([...(shown ?? []), ...giveOut.map(({ key }) => key)])];
}

/** Status and age of an entry of the vault. */
export interface DatedEntry {
  readonly status: "U" | "failed" | "C";
  readonly createdAt: number;
}

/**
 * Returns true if the vault gives out an entry that is older than a confirmed one, and so counted as replaced. Former holders who returned
 * it long ago may know it.
 */
export function hasComeBack(
  { giveOut }: { readonly giveOut: readonly DatedEntry[] },
  entries: readonly DatedEntry[],
): boolean {
  const confirmed = entries.filter(({ status }) => status === "C").map(({ createdAt }) => createdAt);
  const youngest = Math.max(...confirmed, -Infinity);
  return giveOut.some(({ createdAt }) => createdAt < youngest);
}
