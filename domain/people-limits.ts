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
/** Days from now within which the end of an external person lies. */
export const externalLongestDays = 365;
/** Days before an end at which people are notified of it. */
export const endNoticeDays = 14;
/** External people whom one transaction marks as incomplete. */
export const incompletePageMax = 200;
/** Milliseconds between two looks for external people who are incomplete. */
export const incompleteSweepMs = 60_000;
/** Requests, phases or people that one transaction of a step of leaving handles. */
export const leavingPageMax = 20;
/** Days after the end of a person at which access ends that nobody has decided about. */
export const leaverAccessDays = 30;
/** Grants that one transaction adds to the review of a person who has moved, or that one call answers. */
export const moveReviewPageMax = 500;
