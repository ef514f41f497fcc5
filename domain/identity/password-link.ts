/** Path of the page on which the holder of a link chooses a password. */
export const passwordLinkPath = "/identity/connect/password";

/** Path of the page on which the reader of a one-time link sees new passwords. */
export const passwordsLinkPath = "/identity/connect/passwords";

/** Field with the secret of the link, in its address and in the form behind it. */
export const passwordLinkField = "link";
