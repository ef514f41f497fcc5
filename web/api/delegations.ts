import { entity } from "./odata.ts";

/** The set of delegations. */
export const delegationsPath = "/v2/delegations";

/** The path of a delegation. */
export const delegationPath = (key: string) => entity(delegationsPath, key);

/** What may be done with one that is there. */
export const delegationActions = ["accept", "refuse", "end"] as const;

/** One of these. */
export type DelegationAction = (typeof delegationActions)[number];
