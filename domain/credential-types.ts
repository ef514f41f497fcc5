/** Credentials of users beside the password. */
export const credentialTypes = ["Question", "OneTimeCode", "Passkey"] as const;

/** Type of a credential. */
export type CredentialType = (typeof credentialTypes)[number];

/** Credentials that a user has in their hands. Their owner is notified when one is added or removed. */
export const secondFactors = ["OneTimeCode", "Passkey"] as const satisfies readonly CredentialType[];

/** Type of a second factor. */
export type SecondFactor = (typeof secondFactors)[number];

/** Returns true if a credential is a second factor. */
export function isSecondFactor(type: CredentialType): type is SecondFactor {
  return secondFactors.some((factor) => factor === type);
}
