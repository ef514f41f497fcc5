/**
 * Steps of what happens when a person leaves, in the order in which they are shown. The first is done in the transaction in which the person
 * leaves; each other one is tried until it is done.
 */
export const leaverSteps = {
  signIn: "Disable the user and end tokens and sessions",
  requests: "Cancel open requests of and for the person",
  decisions: "Hand open decisions over",
  delegations: "End delegations",
  checkouts: "Revoke check-outs",
  passwords: "Randomize passwords that the person may know",
  access: "End the access of the person, as LEAVER_ACCESS says",
  sponsored: "Hand over the people whom the person sponsors",
} as const;

/** Name of a step of leaving. */
export type LeaverStepName = keyof typeof leaverSteps;

/** Name of a step that is tried until it is done. */
export type OpenLeaverStep = Exclude<LeaverStepName, "signIn">;

/** Names of all steps of leaving. */
export const leaverStepNames = Object.keys(leaverSteps) as readonly LeaverStepName[];

/** States of a step of leaving; a step is stopped when the person returns before it is done. */
export const leaverStepStates = ["open", "done", "stopped"] as const;
