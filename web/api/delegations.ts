import { pathOf } from "./path.ts";

/** Path of the set of delegations. */
export const delegationsPath = pathOf("delegations");

/** Actions of an existing delegation. */
export const delegationActions = ["accept", "refuse", "end"] as const;

/** Name of an action of a delegation. */
export type DelegationAction = (typeof delegationActions)[number];
