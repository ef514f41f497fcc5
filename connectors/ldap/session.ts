import type { OpenContext } from "#connectors/contract/index.ts";
import { connectAsAdministrator, disconnect, type LdapConnection } from "#connectors/ldap-client/connection.ts";

import type { LdapOptions } from "./address.ts";
import { recognizeStates } from "./recognize-states.ts";
import type { AccountStates } from "./state.ts";

/** A connection on which the administrator is logged in, what the address says, and what the directory says of itself. */
export interface LdapSession extends LdapConnection {
  readonly options: LdapOptions;
  /** How it locks and disables accounts; absent = it tells nothing of it. */
  readonly states?: AccountStates;
}

/** Connects and logs in as the administrator. */
export async function openSession(context: OpenContext<LdapOptions>): Promise<LdapSession> {
  const client = await connectAsAdministrator(context);
  try {
    const states = await recognizeStates({ client }, context.options);
    return { client, options: context.options, ...(states && { states }) };
  } catch (error) {
    await disconnect(client);
    throw error;
  }
}
