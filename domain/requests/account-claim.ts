/** What of an account decides whether somebody may claim it. */
export interface OwnedAccount {
  readonly userKey: string | null;
  readonly associatedBy: string | null;
}

/**
 * Whether an account may change hands by a claim: it belongs to nobody, or only to whom its name has given it (domain 3).
 * What an administrator, a request or an earlier claim has decided stays.
 */
export function isClaimable({ userKey, associatedBy }: OwnedAccount): boolean {
  return userKey === null || associatedBy === "auto";
}
