/** What a workflow manager may decide about a request that is on hold. */
export const HoldDecision = { Release: "release", Deny: "deny", Assign: "assign" } as const;

/** What a workflow manager may decide about a request that is on hold. */
export type HoldDecision = (typeof HoldDecision)[keyof typeof HoldDecision];
