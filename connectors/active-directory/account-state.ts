import type { AccountRequest, OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { replacement } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import { requireEntry } from "./entries.ts";
import type { DomainSession } from "./session.ts";
import { accountControlAttribute, accountFlags, has } from "./state.ts";

/** The operations on the states of accounts. */
export const accountStateOperations = {
  /** Lets an account log in again; a lock by failed logins stays. */
  enable: setting({ disabled: false }),
  /** Stops an account from logging in. */
  disable: setting({ disabled: true }),
  /** Takes a lock by failed logins off; a disabled account stays disabled. */
  unlock: replacing("lockoutTime", "0"),
} satisfies OperationsPart<DomainSession>;

/** Makes the operation that writes one value into an attribute of an account. */
export function replacing(attribute: string, value: string) {
  return async (session: DomainSession, { account }: AccountRequest): Promise<void> => {
    const { dn } = await requireEntry(session, "account", account);
    await boundClient(session).modify(dn, replacement(attribute, value));
  };
}

function setting({ disabled }: { readonly disabled: boolean }) {
  return async (session: DomainSession, { account }: AccountRequest): Promise<void> => {
    const entry = await requireEntry(session, "account", account);
    const [control] = textsOf(entry, accountControlAttribute);
    if (has(control, accountFlags.disabled) === disabled) return;
    // The other flags, such as "the password never expires", stay as they are.
    const flags = Number(control ?? accountFlags.normalAccount) ^ accountFlags.disabled;
    await boundClient(session).modify(entry.dn, replacement(accountControlAttribute, String(flags)));
  };
}
