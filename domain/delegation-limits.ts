/** Delegations of one person that are offered or accepted at a time. */
export const openDelegationsMax = 100;
/** Delegations that can no longer apply and are ended together. */
export const delegationsEndedTogetherMax = 100;
/** Milliseconds between two sweeps for delegations that can no longer apply. */
export const delegationSweepMs = 5_000;
/** Milliseconds within which a delegate is notified once of an offer by the same delegator, however often it is withdrawn and repeated. */
export const delegationAskedAgainMs = 24 * 3_600_000;
