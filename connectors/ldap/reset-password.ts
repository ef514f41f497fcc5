import type { Entry } from "ldapts";

import { type Call, ConnectorError, type ResetPasswordRequest } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { mapLdapError } from "#connectors/ldap-client/errors.ts";
import { changeOf, replacement } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { bring, requireMustChange, settled } from "./account-state.ts";
import { requireAccount } from "./entries.ts";
import { withPasswordPolicy } from "./password-policy.ts";
import { requireStates, stateOfEntry } from "./recognize-states.ts";
import type { LdapSession } from "./session.ts";

/** Sets a password as administrator; an account that was disabled stays so. */
export async function resetPassword(
  session: LdapSession,
  { account, password, mustChange = false }: ResetPasswordRequest,
  call: Call,
): Promise<void> {
  const entry = await requireAccount(session, account);
  if (mustChange) await requireMustChange(session, entry.dn);
  const together = mustChange ? withNewPassword(session) : [];
  await withPasswordPolicy((control) =>
    password.use((plaintext) =>
      boundClient(session).modify(entry.dn, [replacement("userPassword", plaintext), ...together], control),
    ),
  );
  // The directory may take every lock off with a new password, the administrator's too.
  if (stateOfEntry(session, entry).enabled === false)
    await afterwards(session, entry, "disable", "the account, which was disabled, is enabled by that");
  if (mustChange) await expire(session, entry, call);
}

function withNewPassword(session: LdapSession) {
  const { passwordMark, changes } = requireStates(session);
  return (passwordMark ? [passwordMark] : changes.expirePassword).map(changeOf);
}

async function expire(session: LdapSession, entry: Entry, { signal }: Call): Promise<void> {
  const { passwordMark: mark } = requireStates(session);
  if (mark)
    await settled({ session, dn: entry.dn, signal }, (now) => !textsOf(now, mark.attr).includes(mark.replace[0]));
  await afterwards(session, entry, "expirePassword", "it need not be changed at the next login");
}

// What a new password has undone, or must have done before it, cannot be part of the same step everywhere.
async function afterwards(
  session: LdapSession,
  { dn }: Entry,
  what: "disable" | "expirePassword",
  otherwise: string,
): Promise<void> {
  try {
    await bring(session, (await entryAt(session, dn, session.states?.attributes ?? [])) ?? { dn }, what);
  } catch (cause) {
    const words = mapLdapError(cause)?.message ?? (cause instanceof Error ? cause.message : "no words");
    throw new ConnectorError("partial", `The password was set, but ${otherwise}: ${words}`, { cause });
  }
}
