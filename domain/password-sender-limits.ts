/** Characters of the name of a password sender. */
export const senderNameMaxCharacters = 100;
/** Characters of a name of an account in a report. */
export const reportedNameMaxCharacters = 1_024;
/** Characters of a sealed password. */
export const sealedPasswordMaxCharacters = 12_000;
/** Bytes of the body of a call of a sender. */
export const senderBodyMaxBytes = 16_384;
/** Characters of the ID of a sender's spool. */
export const seriesMaxCharacters = 64;
/** Number of ended series of a sender that are remembered, so that none is continued. */
export const pastSeriesMax = 100;
/** Characters of the version of a sender's program. */
export const senderVersionMaxCharacters = 40;
/** Milliseconds after which a sender says that it runs if it has nothing to report. */
export const senderHelloMs = 300_000;
/** Reports of one sender in a minute. */
export const reportsPerMinute = 1_200;
/** Passwords that are judged for one sender in a minute. */
export const judgementsPerMinute = 1_200;
/** Passwords that are judged in a minute for one account and sender. */
export const judgementsOfAccountPerMinute = 30;
/** New passwords of different accounts that one sender reports in a minute before superusers are notified. */
export const reportedAccountsPerMinute = 200;
/** Reported passwords that one account gets within an hour; further ones are left out, whichever sender reports them. */
export const repeatedChangesPerHour = 30;
/** Milliseconds from which on a change counts as kept at its sender for long. */
export const heldLongMs = 60_000;
/** Milliseconds by which the end of an operation may be recorded before a change that it has replaced is reported. */
export const overlapMarginMs = 5_000;
/** Senders of one target system that are not revoked. */
export const sendersMax = 50;
/** Newest changes of an account with which a reported one is compared. */
export const comparedChangesMax = 50;
