import type { AccountRequest } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { replacement } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { requireEntry } from "./entries.ts";
import type { DomainSession } from "./session.ts";
import { accountControlAttribute, accountFlags, has } from "./state.ts";

const lockoutAttribute = "lockoutTime";

/** Lets an account log in again; a lock by failed logins stays. */
export async function enable(session: DomainSession, { account }: AccountRequest): Promise<void> {
  await setDisabled(session, { account }, false);
}

/** Stops an account from logging in. */
export async function disable(session: DomainSession, { account }: AccountRequest): Promise<void> {
  await setDisabled(session, { account }, true);
}

/** Takes a lock by failed logins off; a disabled account stays disabled. */
export async function unlock(session: DomainSession, { account }: AccountRequest): Promise<void> {
  const { dn } = await requireEntry(session, "account", account);
  await boundClient(session).modify(dn, replacement(lockoutAttribute, "0"));
}

async function setDisabled(session: DomainSession, { account }: AccountRequest, disabled: boolean): Promise<void> {
  const entry = await requireEntry(session, "account", account);
  const [control] = textsOf(entry, accountControlAttribute);
  if (has(control, accountFlags.disabled) === disabled) return;
  // The other flags, such as "the password never expires", stay as they are.
  const flags = Number(control ?? accountFlags.normalAccount) ^ accountFlags.disabled;
  await boundClient(session).modify(entry.dn, replacement(accountControlAttribute, String(flags)));
}
