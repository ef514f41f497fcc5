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

// The second and third: not there any more, or another entry is.
const [criticalControl, noSuchObject, assertionFailed] = [12, 32, 122];

/** Sets a password as administrator; an account that was disabled stays so. */
export async function resetPassword(session: LdapSession, request: ResetPasswordRequest, call: Call): Promise<void> {
  const { account, password, mustChange } = request;
  const entry = (await setWhereItWas(session, request, call)) ?? (await setWhereItIs(session, request, call));
  session.setPasswords.add(password, account, entry.dn);
  // The directory may take every lock off with a new password, the administrator's too.
  if (writtenStateOf(session, entry).enabled === false)
    await afterwards(session, entry, "disable", "the account, which was disabled, is enabled by that");
  if (mustChange) await expire(session, entry, call);
}

/**
 * Sets it in one step where the reference says that the account was, and answers the entry as it was before. Undefined = nothing
 * was done: the directory offers no such step, or the account is not there.
 */
async function setWhereItWas(
  session: LdapSession,
  request: ResetPasswordRequest,
  call: Call,
): Promise<Entry | undefined> {
  const { account, mustChange } = request;
  const place = placeOf(session, account);
  // Which policy an account has stands in its entry.
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
  // OpenLDAP answers so, and does nothing, where the administrator may write an entry and not read it: then it is not found.
  await requireAccount(session, account);
  throw new ConnectorError("broken", `The directory says that it has changed ${place}, and not how it was before.`);
}

/** Throws the refusal of a step that the directory has refused to the account that is meant, and not because it is elsewhere. */
async function requireAbsence(
  session: LdapSession,
  { request: { account }, place }: { readonly request: ResetPasswordRequest; readonly place: string },
  error: unknown,
): Promise<void> {
  const code = resultCodeOf(error instanceof ConnectorError ? error.cause : error);
  if (code === criticalControl) session.controls.clear();
  if (code === criticalControl || code === noSuchObject || code === assertionFailed) return;
  // It may have judged the password by the history of whatever stands there before it looked at which entry was meant.
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

// What a new password has undone, or must have done before it, cannot be part of the same step everywhere.
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
