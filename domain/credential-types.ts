/** What users prove to be themselves with, beside the password. */
export const credentialTypes = ["Question", "OneTimeCode", "Passkey"] as const;

/** One of them. */
export type CredentialType = (typeof credentialTypes)[number];

/** Those that somebody has in their hands, so that its owner is told when there is one more or one less. */
export const secondFactors = ["OneTimeCode", "Passkey"] as const satisfies readonly CredentialType[];

/** One of them. */
export type SecondFactor = (typeof secondFactors)[number];

/** Whether a credential is one of these. */
export function isSecondFactor(type: CredentialType): type is SecondFactor {
  return secondFactors.some((factor) => factor === type);
}
