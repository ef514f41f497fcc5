/** Delegations of one person that are asked for or accepted at a time. */
export const openDelegationsMax = 100;
/** Delegations that are ended together because somebody was shut out. */
export const delegationsEndedTogetherMax = 100;
/** Time between two looks for delegations of people who were shut out. */
export const delegationSweepMs = 5_000;
