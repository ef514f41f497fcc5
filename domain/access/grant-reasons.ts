/**
 * Reasons why access exists: a request gave it, a role of its holder gives it, a discovery found it without one, a direct write made it, or its holder has proved that it
 * is theirs.
 */
export const grantReasons = ["request", "role", "discovered", "direct", "claim"] as const;

/** Reason why access exists. */
export type GrantReason = (typeof grantReasons)[number];

/**
 * Reasons why access has ended: a request took it, a discovery no longer found it, a direct write removed it, its account went to another
 * owner by a claim or by its name, or its time was over.
 */
export const grantEndReasons = ["request", "gone", "direct", "claim", "association", "expired"] as const;

/** Reason why access has ended. */
export type GrantEndReason = (typeof grantEndReasons)[number];

/** Cause of changes of access: the reasons of what it gives and of what it ends, with the operation behind it. */
export interface AccessCause {
  readonly gives: GrantReason;
  readonly ends: GrantEndReason;
  readonly requestKey: string | null;
  readonly operationKey: string | null;
  /** Key of the role through which it gives access; undefined if it gives none through a role. */
  readonly roleKey?: string | null;
  /** Time until which it gives access; null for access without an end. */
  readonly until: number | null;
}

const ofNobody = { requestKey: null, operationKey: null, until: null } as const;

/** Cause of what operations write of themselves, without a request. */
export const directWrite: AccessCause = { ...ofNobody, gives: "direct", ends: "direct" };

/** Cause of what the load of a listing changes. */
export const listing: AccessCause = { ...ofNobody, gives: "discovered", ends: "gone" };

/** Cause of the new owner of an account that bears the ID of a user. */
export const association: AccessCause = { ...ofNobody, gives: "discovered", ends: "association" };
