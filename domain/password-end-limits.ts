/** Days before the end of a password at which its owner is told, the most first. */
export const passwordExpiryNoticeDays = [14, 3, 1] as const;
/** Most days before the end of a password at which its owner can be told. */
export const passwordExpiryNoticeDaysMax = 365;
/** Most times that the owner is told of one end. */
export const passwordExpiryNoticesMax = 10;
/** Accounts of whose ends one round of the task tells. */
export const passwordEndsAtOnce = 256;
