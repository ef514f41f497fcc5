import type { Entry } from "ldapts";

import type { ObjectState } from "#connectors/contract/index.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

/** Says since when an account is locked; this one value means "for ever, by an administrator", which is how an account is disabled. */
export const lockedAttribute = "pwdAccountLockedTime";

/** The value of `pwdAccountLockedTime` that only an administrator can lift. */
export const disabledSince = "000001010000Z";

/** Says that the owner must change the password at the next login. */
export const mustChangeAttribute = "pwdReset";

/** The operational attributes that have to be asked for by name. */
export const stateAttributes = [lockedAttribute, mustChangeAttribute] as const;

/** The state of an account by the values of `pwdAccountLockedTime` and `pwdReset`. */
export function stateFrom(since: readonly string[], mustChange: readonly string[]): ObjectState {
  const disabled = since.includes(disabledSince);
  return { enabled: !disabled, locked: since.length > 0 && !disabled, passwordExpired: mustChange.includes("TRUE") };
}

/** The state of a found account. */
export function stateOf(entry: Entry): ObjectState {
  return stateFrom(textsOf(entry, lockedAttribute), textsOf(entry, mustChangeAttribute));
}
