/** Minutes for which the enrollment of a second factor waits for its confirmation. */
export const credentialEnrolmentMinutes = 10;
/** Recovery codes that come with one-time codes; each is valid once. */
export const recoveryCodesCount = 10;
/** Random bytes of a recovery code: enough that its hash reveals nothing. */
export const recoveryCodeBytes = 10;
/** Random bytes of the secret of one-time codes (RFC 4226, section 4: 160 bits). */
export const oneTimeSecretBytes = 20;
/** Digits of a one-time code. */
export const oneTimeCodeDigits = 6;
/** Seconds for which a one-time code is shown. */
export const oneTimeCodeSeconds = 30;
/** Codes before and after the current one that are accepted, for clocks that differ. */
export const oneTimeCodeStepsAside = 1;
/** Passkeys of one user. */
export const passkeysMax = 20;
/** Characters of the name of a passkey. */
export const passkeyNameMaxCharacters = 60;
/** Bytes of a public key: that of RSA with 4096 bits has half as many. */
export const publicKeyMaxBytes = 1_024;
/** Bytes of the identifier of a passkey (WebAuthn, section 4). */
export const passkeyIdMaxBytes = 1_023;
