/** States of a run of enforcement. */
export const enforcementStates = ["queued", "confirming", "running", "paused", "stopped", "ended"] as const;

/** States of a run that goes on by itself, or once a person lets it. */
export const openEnforcementStates = ["queued", "confirming", "running", "paused"] as const;

/** Reasons for a run of enforcement. */
export const enforcementReasons = ["asked", "nightly", "change"] as const;

/** Reason for a run of enforcement: somebody began it, it is the nightly one, or something has changed. */
export type EnforcementReason = (typeof enforcementReasons)[number];

/** States of a person in a run. */
export const enforcementItemStates = ["waiting", "submitted", "refused", "gone", "stopped"] as const;
