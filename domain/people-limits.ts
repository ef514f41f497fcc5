/** Minutes for which a link to choose a password is valid. */
export const passwordLinkMinutes = 60;
/** Levels above a person that are searched for a circle before a manager is set. */
export const managerLevelsMax = 100;
/** Milliseconds that a target has to answer about a password during a sign-in. */
export const passwordCheckMs = 10_000;
/** Passwords about which one process asks targets at a time. */
export const passwordChecksAtOnceMax = 16;
/** Milliseconds to whose multiples the refusal of a sign-in is delayed: without a target to ask, and with one. */
export const refusalStepMs = { ours: 100, target: 1_000 } as const;
/** People of one file, which are imported in one transaction. */
export const peopleFileRowsMax = 5_000;
