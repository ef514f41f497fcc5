/** Path of the page on which the holder of a link chooses a password. */
export const passwordLinkPath = "/identity/connect/password";

/** Field with the secret of the link, in its address and in the form behind it. */
export const passwordLinkField = "link";
