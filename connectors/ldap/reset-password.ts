import type { Control, Entry } from "ldapts";

import { type Call, ConnectorError, type ResetPasswordRequest } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { mapLdapError, resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { changeOf, replacement } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { bring, requireMustChange, settled } from "./account-state.ts";
import { placeOf, readAccountAt, requireAccount, stateAttributes } from "./entries.ts";
import { guardAt } from "./guard.ts";
import { withPasswordPolicy } from "./password-policy.ts";
import { prepared } from "./prepared-password.ts";
import { requireStates, writtenStateOf } from "./recognize-states.ts";
import type { LdapSession } from "./session.ts";

// The last two mean: the entry is gone, or another entry is in its place.
const [criticalControl, noSuchObject, assertionFailed] = [12, 32, 122];

/** Sets a password as administrator; a disabled account stays disabled. */
export async function resetPassword(session: LdapSession, request: ResetPasswordRequest, call: Call): Promise<void> {
  const { account, password, mustChange } = request;
  const entry = (await setWhereItWas(session, request, call)) ?? (await setWhereItIs(session, request, call));
  session.setPasswords.add(password, account, entry.dn);
  // With a new password the directory may lift every lock, even the administrator's.
  if (writtenStateOf(session, entry).enabled === false)
    await afterwards(session, entry, "disable", "the account, which was disabled, is enabled by that");
  if (mustChange) await expire(session, entry, call);
}

/**
 * Sets the password in one step at the last known DN and returns the entry as it was before. Returns undefined if nothing was done:
 * the directory offers no such step, or the account is not there.
 */
async function setWhereItWas(
  session: LdapSession,
  request: ResetPasswordRequest,
  call: Call,
): Promise<Entry | undefined> {
  const { account, mustChange } = request;
  const place = placeOf(session, account);
  // The entry itself names the policy of an account.
  const needsEntry = mustChange && session.states?.mustChangePolicy !== undefined;
  const guard = place === undefined || needsEntry ? undefined : guardAt(session, account, place);
  if (place === undefined || guard === undefined) return undefined;
  try {
    await write(session, request, { dn: place, controls: guard.controls, call });
  } catch (error) {
    await requireAbsence(session, { request, place }, error);
    return undefined;
  }
  const before = guard.before();
  if (before !== undefined) return before;
  // OpenLDAP answers so without doing anything if the administrator may write the entry but not read it: the account is then not
  // found.
  await requireAccount(session, account);
  throw new ConnectorError("broken", `The directory says that it has changed ${place}, and not how it was before.`);
}

/** Throws the refusal of the step if the directory has refused it for the intended account, not because the account is elsewhere. */
async function requireAbsence(
  session: LdapSession,
  { request: { account }, place }: { readonly request: ResetPasswordRequest; readonly place: string },
  error: unknown,
): Promise<void> {
  const code = resultCodeOf(error instanceof ConnectorError ? error.cause : error);
  if (code === criticalControl) session.controls.clear();
  if (code === criticalControl || code === noSuchObject || code === assertionFailed) return;
  // The directory may have checked the password history of another entry at the DN before it checked which entry was meant.
  if (code === undefined || (await readAccountAt(session, account, place)) !== undefined) throw error;
}

async function setWhereItIs(session: LdapSession, request: ResetPasswordRequest, call: Call): Promise<Entry> {
  const entry = await requireAccount(session, request.account);
  if (request.mustChange) await requireMustChange(session, entry.dn);
  await write(session, request, { dn: entry.dn, controls: [], call });
  return entry;
}

async function write(
  session: LdapSession,
  { password, mustChange }: ResetPasswordRequest,
  { dn, controls, call }: { readonly dn: string; readonly controls: readonly Control[]; readonly call: Call },
): Promise<void> {
  const together = mustChange ? withNewPassword(session) : [];
  const client = boundClient(session);
  await withPasswordPolicy(call, (control) =>
    prepared(password).use((plaintext) =>
      client.modify(dn, [replacement("userPassword", plaintext), ...together], [control, ...controls]),
    ),
  );
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

// Not every directory can do this in one step with the password, which may undo it or must precede it.
async function afterwards(
  session: LdapSession,
  { dn }: Entry,
  what: "disable" | "expirePassword",
  otherwise: string,
): Promise<void> {
  try {
    await bring(session, (await entryAt(session, dn, stateAttributes(session))) ?? { dn }, what);
  } catch (cause) {
    const words = mapLdapError(cause)?.message ?? (cause instanceof Error ? cause.message : "no words");
    throw new ConnectorError("partial", `The password was set, but ${otherwise}: ${words}`, { cause });
  }
}
