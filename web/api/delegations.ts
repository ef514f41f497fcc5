import { entity } from "./odata.ts";

/** Path of the set of delegations. */
export const delegationsPath = "/v2/delegations";

/** Returns the path of a delegation. */
export const delegationPath = (key: string) => entity(delegationsPath, key);

/** Actions of an existing delegation. */
export const delegationActions = ["accept", "refuse", "end"] as const;

/** Name of an action of a delegation. */
export type DelegationAction = (typeof delegationActions)[number];
