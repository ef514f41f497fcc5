/** Where somebody who has a link chooses a password. */
export const passwordLinkPath = "/identity/connect/password";

/** The field that holds the secret of the link, in its address and in the form behind it. */
export const passwordLinkField = "link";
