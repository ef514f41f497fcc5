/** Fields of an account that decide whether a user may claim it. */
export interface OwnedAccount {
  readonly userKey: string | null;
  readonly associatedBy: string | null;
}

/**
 * Returns true if a claim may change the owner of an account: it has no owner, or only its name gave it one (domain 3). An owner set by
 * an administrator, a request or an earlier claim stays.
 */
export function isClaimable({ userKey, associatedBy }: OwnedAccount): boolean {
  return userKey === null || associatedBy === "auto";
}
