/** Kinds of what a person has. */
export const grantKinds = ["account", "membership", "ownership"] as const;

/** Kind of what a person has: an account on a target system, the membership of an account in a group, or the ownership of a group. */
export type GrantKind = (typeof grantKinds)[number];
