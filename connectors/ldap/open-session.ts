import type { OpenContext } from "#connectors/contract/index.ts";
import { connectAsAdministrator, disconnect } from "#connectors/ldap-client/connection.ts";
import { LoginConnection } from "#connectors/ldap-client/login-connection.ts";

import type { LdapOptions } from "./address.ts";
import { recognizeStates } from "./recognize-states.ts";
import type { LdapSession } from "./session.ts";

/** Connects and logs in as the administrator. */
export async function openSession(context: OpenContext<LdapOptions>): Promise<LdapSession> {
  const client = await connectAsAdministrator(context);
  try {
    const states = await recognizeStates({ client }, context.options);
    const { options } = context;
    return { client, options, logins: new LoginConnection(options), ...(states && { states }) };
  } catch (error) {
    await disconnect(client);
    throw error;
  }
}
