import type { ObjectState } from "#connectors/contract/index.ts";

import { fileTimeToIso } from "./times.ts";

/** Attribute with the flags of an account that an administrator sets; source: MS-ADTS 2.2.16. */
export const accountControlAttribute = "userAccountControl";

/**
 * Attribute with flags that the controller computes, because `userAccountControl` does not show a lock. The policy of the account,
 * the domain's or a fine-grained one, decides whether a lock is over (`lockoutDuration`) and whether a password is too old.
 */
export const computedControlAttribute = "msDS-User-Account-Control-Computed";

/** Attribute with the end of an account. */
export const expiryAttribute = "accountExpires";

/** Attribute with the time of the last password change; 0 if it must be changed at the next login. */
export const passwordSetAttribute = "pwdLastSet";

/** Attribute with the end of the password, which the controller computes by the policy of the account; the largest number is never. */
export const passwordExpiryAttribute = "msDS-UserPasswordExpiryTimeComputed";

/** Attribute with the time of the lock; 0 if the account is not locked. */
export const lockAttribute = "lockoutTime";

/** Flags that the connector uses. */
export const accountFlags = {
  disabled: 0x2,
  locked: 0x10,
  normalAccount: 0x200,
  passwordExpired: 0x800000,
} as const;

/** Attributes from which a state is computed. */
export const stateAttributes = [
  accountControlAttribute,
  computedControlAttribute,
  expiryAttribute,
  passwordSetAttribute,
  passwordExpiryAttribute,
  lockAttribute,
] as const;

/** Texts of the state attributes; undefined if the administrator may not read them. */
export interface StateValues {
  readonly control: string | undefined;
  readonly computed: string | undefined;
  readonly expires: string | undefined;
  readonly passwordSet: string | undefined;
  readonly passwordExpires: string | undefined;
  readonly lockedAt: string | undefined;
}

/** Computes the state of an account. A state that the administrator may not read is unknown and therefore absent. */
export function stateFrom(values: StateValues): ObjectState {
  const { control, computed, expires, passwordSet, passwordExpires, lockedAt } = values;
  const [expiresAt, passwordExpiresAt] = [fileTimeToIso(expires), fileTimeToIso(passwordExpires)];
  // Without the computed flags only these two are certain: a policy decides how long a lock and a password last.
  const locked = computed === undefined ? (lockedAt === "0" ? false : undefined) : has(computed, accountFlags.locked);
  const mustChange = passwordSet === "0" ? true : undefined;
  const passwordExpired = computed === undefined ? mustChange : has(computed, accountFlags.passwordExpired);
  return {
    ...(control !== undefined && { enabled: !has(control, accountFlags.disabled) }),
    ...(locked !== undefined && { locked }),
    ...(passwordExpired !== undefined && { passwordExpired }),
    ...(passwordExpiresAt !== undefined && { passwordExpiresAt }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Returns true if a flag is set in a number given as text. */
export function has(flags: string, flag: number): boolean {
  return (Number(flags) & flag) !== 0;
}
