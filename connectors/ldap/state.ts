import type { ObjectState } from "#connectors/contract/index.ts";

import { textsOf } from "./values.ts";

/** Says since when an account is locked; this one value means "for ever, by an administrator", which is how an account is disabled. */
export const lockedAttribute = "pwdAccountLockedTime";

/** The value of `pwdAccountLockedTime` that only an administrator can lift. */
export const disabledSince = "000001010000Z";

/** Says that the owner must change the password at the next login. */
export const mustChangeAttribute = "pwdReset";

/** The operational attributes that have to be asked for by name. */
export const stateAttributes = [lockedAttribute, mustChangeAttribute] as const;

/** The state of an account by the attributes of its password policy. */
export function stateOf(entry: Readonly<Record<string, unknown>>): ObjectState {
  const since = textsOf(entry, lockedAttribute);
  const disabled = since.includes(disabledSince);
  return {
    enabled: !disabled,
    locked: since.length > 0 && !disabled,
    passwordExpired: textsOf(entry, mustChangeAttribute).includes("TRUE"),
  };
}
