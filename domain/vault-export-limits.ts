/** The fewest shares of an export, and the fewest that open it. */
export const exportSharesMin = 2;
/** The most shares of an export. */
export const exportSharesMax = 50;
/** Managed accounts whose entries are read and sealed together. */
export const exportPageAccounts = 100;
