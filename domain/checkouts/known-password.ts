/** What the vault gives out of an account. */
export interface GivenOut {
  readonly giveOut: readonly { readonly key: string }[];
}

/**
 * Whether who has returned a password may still know one that may open the account: one of those that might have been in force at the return.
 * No clock is asked: an entry of the vault is never given out again under another key.
 */
export function isStillKnown({ giveOut }: GivenOut, knownKeys: readonly string[]): boolean {
  return giveOut.length === 0 || giveOut.some(({ key }) => knownKeys.includes(key));
}

/**
 * The keys of what a holder may know by now: what they were shown, which may have been changed while they had it, and what the vault gives
 * out of the account.
 */
export function keysKnownNow(shown: readonly string[] | null, { giveOut }: GivenOut): readonly string[] {
  return [...new Set([...(shown ?? []), ...giveOut.map(({ key }) => key)])];
}

/** What is known of an entry of the vault, and of the others of its account. */
export interface DatedEntry {
  readonly status: "U" | "failed" | "C";
  readonly createdAt: number;
}

/**
 * Whether the vault gives an entry out again that was thought to be over: a younger one is confirmed. Then those may know it who have
 * returned it long ago.
 */
export function hasComeBack(
  { giveOut }: { readonly giveOut: readonly DatedEntry[] },
  entries: readonly DatedEntry[],
): boolean {
  const confirmed = entries.filter(({ status }) => status === "C").map(({ createdAt }) => createdAt);
  const youngest = Math.max(...confirmed, -Infinity);
  return giveOut.some(({ createdAt }) => createdAt < youngest);
}
