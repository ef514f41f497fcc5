import type { OpenContext } from "#connectors/contract/index.ts";
import { connectAsAdministrator, type LdapConnection } from "#connectors/ldap-client/connection.ts";
import { LoginConnection } from "#connectors/ldap-client/login-connection.ts";
import { SetPasswords } from "#connectors/ldap-client/set-passwords.ts";

import { type ActiveDirectoryOptions, tidyOptions } from "./address.ts";
import { mapDomainError } from "./errors.ts";
import { ValueForms } from "./value-forms.ts";

/** A connection to a domain controller on which the administrator is logged in, with the address. */
export interface DomainSession extends LdapConnection {
  readonly options: ActiveDirectoryOptions;
  /** Connection for logins of accounts. */
  readonly logins: LoginConnection;
  /** Passwords that were set in this session. */
  readonly setPasswords: SetPasswords;
  /** Forms of attribute values by the domain's schema. */
  readonly forms: ValueForms;
}

/** Connects and logs in as the administrator. */
export async function openSession(context: OpenContext<ActiveDirectoryOptions>): Promise<DomainSession> {
  const options = tidyOptions(context.options);
  const client = await connectAsAdministrator(context, mapDomainError);
  const [logins, setPasswords] = [new LoginConnection(options), new SetPasswords()];
  return { client, options, logins, setPasswords, forms: new ValueForms() };
}
