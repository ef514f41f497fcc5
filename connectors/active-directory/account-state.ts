import { type AccountRequest, ConnectorError, type OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { replacement } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { DomainSession } from "./session.ts";
import { accountControlAttribute, accountFlags, has, lockAttribute } from "./state.ts";
import { requireOrdinaryAccount } from "./system-accounts.ts";

/** The operations on the states of accounts. */
export const accountStateOperations = {
  /** Lets an account log in again; a lock by failed logins stays. */
  enable: setting({ disabled: false }),
  /** Stops an account from logging in. */
  disable: setting({ disabled: true }),
  /** Takes a lock by failed logins off; a disabled account stays disabled. */
  unlock: replacing(lockAttribute, "0"),
} satisfies OperationsPart<DomainSession>;

/** Makes the operation that writes one value into an attribute of an account. */
export function replacing(attribute: string, value: string) {
  return async (session: DomainSession, { account }: AccountRequest): Promise<void> => {
    const { dn } = await requireOrdinaryAccount(session, account);
    await boundClient(session).modify(dn, replacement(attribute, value));
  };
}

function setting({ disabled }: { readonly disabled: boolean }) {
  return async (session: DomainSession, { account }: AccountRequest): Promise<void> => {
    const entry = await requireOrdinaryAccount(session, account);
    const [control] = textsOf(entry, accountControlAttribute);
    // Written anew it would lose the other flags, such as that a smart card is needed.
    if (control === undefined)
      throw new ConnectorError(
        "permission",
        `The administrator may not read ${accountControlAttribute} of "${account.name}"; without its other flags it cannot be written.`,
      );
    if (has(control, accountFlags.disabled) === disabled) return;
    const flags = Number(control) ^ accountFlags.disabled;
    await boundClient(session).modify(entry.dn, replacement(accountControlAttribute, String(flags)));
  };
}
