/** Least number of shares of an export, and least number that open it. */
export const exportSharesMin = 2;
/** Largest number of shares of an export. */
export const exportSharesMax = 50;
/** Managed accounts whose entries are read and sealed together. */
export const exportPageAccounts = 100;
