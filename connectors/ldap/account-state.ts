import { Attribute, Change } from "ldapts";

import { type AccountRequest, ConnectorError } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf, wordsOf } from "#connectors/ldap-client/errors.ts";

import { requireEntry } from "./entries.ts";
import type { LdapSession } from "./session.ts";
import { disabledSince, lockedAttribute, stateOf } from "./state.ts";

const [noSuchAttribute, undefinedType, objectClassViolation] = [16, 17, 65];

/** Stops an account from logging in, by the lock that only an administrator can lift. */
export async function disable(session: LdapSession, { account }: AccountRequest): Promise<void> {
  const entry = await requireEntry(session, "account", account);
  if (stateOf(entry).enabled !== false) await changeLock(session, entry.dn, [disabledSince]);
}

/** Takes the administrator's lock off; a lock by failed logins stays. */
export async function enable(session: LdapSession, { account }: AccountRequest): Promise<void> {
  const entry = await requireEntry(session, "account", account);
  if (stateOf(entry).enabled === false) await changeLock(session, entry.dn, []);
}

/** Takes a lock by failed logins off; a disabled account stays disabled. */
export async function unlock(session: LdapSession, { account }: AccountRequest): Promise<void> {
  const entry = await requireEntry(session, "account", account);
  if (stateOf(entry).locked) await changeLock(session, entry.dn, []);
}

async function changeLock(session: LdapSession, dn: string, values: string[]): Promise<void> {
  try {
    // Deleted, not replaced by nothing: only then the directory forgets the failed logins too.
    const operation = values.length > 0 ? "replace" : "delete";
    await boundClient(session).modify(
      dn,
      new Change({ operation, modification: new Attribute({ type: lockedAttribute, values }) }),
    );
  } catch (error) {
    const code = resultCodeOf(error);
    if (code === noSuchAttribute && values.length === 0) return;
    if (code !== undefinedType && code !== objectClassViolation) throw error;
    throw new ConnectorError(
      "notSupported",
      `This directory has no password policy for accounts: ${wordsOf(error as Error)}`,
      { targetCode: code, cause: error },
    );
  }
}
