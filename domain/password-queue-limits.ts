/** Days for which a failed password change is kept in the queue. */
export const passwordQueueDays = 7;
/** Pause in milliseconds before the first try by the queue; each further pause is twice as long. */
export const queuePauseMsFirst = 60_000;
/** Longest pause in milliseconds between two tries by the queue. */
export const queuePauseMsMax = 3_600_000;
/** Milliseconds after which an entry is looked at in any case: its account may be gone, or kept by the vault by then. */
export const queueLookMs = 3_600_000;
/** Milliseconds for which a password change waits before it is looked again if another one of its account has ended. */
export const passwordTurnPauseMs = 5_000;
