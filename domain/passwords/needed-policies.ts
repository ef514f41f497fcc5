/** Password policies that every installation has and needs, with their descriptions. */
export const neededPolicies: Readonly<Record<string, string>> = {
  DEFAULT: "Passwords of target groups that name no other policy",
  PAM_DEFAULT: "Passwords of privileged accounts",
};

/** Password policies that earlier versions added and nothing uses, with the descriptions that they were added with. */
export const retiredPolicies: Readonly<Record<string, string>> = {
  PERSONAL_VAULT: "Passwords that users keep in their personal vaults",
};

/** Reports whether the service needs a password policy, so that it cannot be deleted. */
export function isNeededPolicy(id: string): boolean {
  return Object.hasOwn(neededPolicies, id);
}
