import { type AccountRequest, ConnectorError, type OperationsPart } from "#connectors/contract/index.ts";
import { boundClient } from "#connectors/ldap-client/connection.ts";
import { replacement } from "#connectors/ldap-client/modifications.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { DomainSession } from "./session.ts";
import { accountControlAttribute, accountFlags, has, lockAttribute } from "./state.ts";
import { requireOrdinaryAccount } from "./system-accounts.ts";

/** Operations on the states of accounts. */
export const accountStateOperations = {
  /** Enables an account; a lock by failed logins stays. */
  enable: setting({ disabled: false }),
  /** Disables an account. */
  disable: setting({ disabled: true }),
  /** Lifts a lock by failed logins; a disabled account stays disabled. */
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
    // A new value would lose the other flags, such as the one that requires a smart card.
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
