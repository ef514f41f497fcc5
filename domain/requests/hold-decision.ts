/** Decisions of a workflow manager about a request on hold. */
export const HoldDecision = { Release: "release", Deny: "deny", Assign: "assign" } as const;

/** Decision of a workflow manager about a request on hold. */
export type HoldDecision = (typeof HoldDecision)[keyof typeof HoldDecision];
