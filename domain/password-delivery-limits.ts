/** Passwords of a mass reset that are deleted in one transaction. */
export const deletedPasswordsPageMax = 256;
/** Rows of a mass reset that are read together for its file. */
export const filePageRowsMax = 1_000;
