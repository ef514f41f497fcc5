/** Delegations of one person that are asked for or accepted at a time. */
export const openDelegationsMax = 100;
/** Delegations that are ended together because they can hold no more. */
export const delegationsEndedTogetherMax = 100;
/** Time between two looks for delegations that can hold no more. */
export const delegationSweepMs = 5_000;
/** Time in which somebody is asked once by another to stand in, however often what was asked for is withdrawn and asked for again. */
export const delegationAskedAgainMs = 24 * 3_600_000;
