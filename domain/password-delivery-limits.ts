/** Passwords of a mass reset that are deleted in one transaction. */
export const deletedPasswordsPageMax = 256;
/** Hours for which a mail address is unchanged before a one-time link is sent to it: a weekend with a day of work. */
export const passwordLinkMailHours = 72;
/** Rows of a mass reset that are read together for its file. */
export const filePageRowsMax = 1_000;
