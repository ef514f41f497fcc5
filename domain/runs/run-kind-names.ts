/** Names of the kinds of runs. */
export const runKindNames = ["randomize", "verify", "massReset", "onboarding", "offboarding"] as const;

/** Name of a kind of runs. */
export type RunKindName = (typeof runKindNames)[number];
