/** Days for which a change stays in the log, whoever has acknowledged it. */
export const changesKeptDays = 7;

/** Rows that the log keeps for one silent node beyond this time. */
export const logRowsMax = 5_000_000;
