import type { ObjectState } from "#connectors/contract/index.ts";

import { endOf } from "./times.ts";

/** Flags of `userAccountControl`, as an administrator sets them; source: MS-ADTS 2.2.16. */
export const accountControlAttribute = "userAccountControl";

/** Flags that the controller computes: `userAccountControl` itself does not tell whether an account is locked. */
export const computedControlAttribute = "msDS-User-Account-Control-Computed";

/** When an account ends. */
export const expiryAttribute = "accountExpires";

/** The flags that are used here. */
export const accountFlags = {
  disabled: 0x2,
  locked: 0x10,
  normalAccount: 0x200,
  passwordExpired: 0x800000,
} as const;

/** The attributes that a state is made of. */
export const stateAttributes = [accountControlAttribute, computedControlAttribute, expiryAttribute] as const;

/** Texts of the attributes that a state is made of. */
export interface StateValues {
  readonly control: string | undefined;
  readonly computed: string | undefined;
  readonly expires: string | undefined;
}

/** The state of an account. */
export function stateFrom({ control, computed, expires }: StateValues): ObjectState {
  const expiresAt = endOf(expires);
  return {
    enabled: !has(control, accountFlags.disabled),
    locked: has(computed, accountFlags.locked),
    passwordExpired: has(computed, accountFlags.passwordExpired),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Whether a flag is set in the text of a number. */
export function has(flags: string | undefined, flag: number): boolean {
  return (Number(flags ?? 0) & flag) !== 0;
}
