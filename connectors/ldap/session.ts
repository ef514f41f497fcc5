import type { OpenContext } from "#connectors/contract/index.ts";
import { connectAsAdministrator, type LdapConnection } from "#connectors/ldap-client/connection.ts";

import type { LdapOptions } from "./address.ts";

/** A connection on which the administrator is logged in, and what the address says. */
export interface LdapSession extends LdapConnection {
  readonly options: LdapOptions;
}

/** Connects and logs in as the administrator. */
export async function openSession(context: OpenContext<LdapOptions>): Promise<LdapSession> {
  return { client: await connectAsAdministrator(context), options: context.options };
}
