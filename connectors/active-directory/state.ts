import type { ObjectState } from "#connectors/contract/index.ts";

import { fileTimeToIso } from "./times.ts";

/** Flags of `userAccountControl`, as an administrator sets them; source: MS-ADTS 2.2.16. */
export const accountControlAttribute = "userAccountControl";

/**
 * Flags that the controller computes: `userAccountControl` itself does not tell whether an account is locked. A lock that is over by
 * `lockoutDuration`, and a password that is too old, are judged by the policy that holds for the account, the domain's or a
 * fine-grained one.
 */
export const computedControlAttribute = "msDS-User-Account-Control-Computed";

/** When an account ends. */
export const expiryAttribute = "accountExpires";

/** When its password was set; 0 = it must be changed at the next login. */
export const passwordSetAttribute = "pwdLastSet";

/** When it was locked; 0 = it is not. */
export const lockAttribute = "lockoutTime";

/** The flags that are used here. */
export const accountFlags = {
  disabled: 0x2,
  locked: 0x10,
  normalAccount: 0x200,
  passwordExpired: 0x800000,
} as const;

/** The attributes that a state is made of. */
export const stateAttributes = [
  accountControlAttribute,
  computedControlAttribute,
  expiryAttribute,
  passwordSetAttribute,
  lockAttribute,
] as const;

/** Texts of the attributes that a state is made of; one that the administrator may not read is undefined. */
export interface StateValues {
  readonly control: string | undefined;
  readonly computed: string | undefined;
  readonly expires: string | undefined;
  readonly passwordSet: string | undefined;
  readonly lockedAt: string | undefined;
}

/** The state of an account; what the administrator may not read is absent, for it is not known. */
export function stateFrom({ control, computed, expires, passwordSet, lockedAt }: StateValues): ObjectState {
  const expiresAt = fileTimeToIso(expires);
  // Without the computed flags only these two are sure: how long a lock and a password last is said by a policy.
  const locked = computed === undefined ? (lockedAt === "0" ? false : undefined) : has(computed, accountFlags.locked);
  const mustChange = passwordSet === "0" ? true : undefined;
  const passwordExpired = computed === undefined ? mustChange : has(computed, accountFlags.passwordExpired);
  return {
    ...(control !== undefined && { enabled: !has(control, accountFlags.disabled) }),
    ...(locked !== undefined && { locked }),
    ...(passwordExpired !== undefined && { passwordExpired }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Whether a flag is set in the text of a number. */
export function has(flags: string, flag: number): boolean {
  return (Number(flags) & flag) !== 0;
}
