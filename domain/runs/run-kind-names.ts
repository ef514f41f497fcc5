/** Names of the kinds of runs. */
export const runKindNames = ["randomize", "verify", "massReset"] as const;

/** Name of a kind of runs. */
export type RunKindName = (typeof runKindNames)[number];
