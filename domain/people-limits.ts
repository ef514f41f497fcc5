/** Time for which a link is good by which somebody chooses a password. */
export const passwordLinkMinutes = 60;
/** Levels above a person that are looked through before a manager is taken. */
export const managerLevelsMax = 100;
/** Time that a target has to answer about a password while somebody signs in. */
export const passwordCheckMs = 10_000;
/** Passwords about which one process asks targets at a time. */
export const passwordChecksAtOnceMax = 16;
/** Full steps of time at which sign-ins are refused: without a target to ask, and with one. */
export const refusalStepMs = { ours: 100, target: 1_000 } as const;
/** People of one file, which are taken in one transaction. */
export const peopleFileRowsMax = 5_000;
