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

/** The keys of what somebody may know who returns a password now. */
export function keysKnownNow({ giveOut }: GivenOut): readonly string[] {
  return giveOut.map(({ key }) => key);
}
