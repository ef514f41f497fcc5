import type { OpenContext } from "#connectors/contract/index.ts";
import { connectAsAdministrator, disconnect } from "#connectors/ldap-client/connection.ts";
import { LoginConnection } from "#connectors/ldap-client/login-connection.ts";
import { SetPasswords } from "#connectors/ldap-client/set-passwords.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { LdapOptions } from "./address.ts";
import { recognizeStates } from "./recognize-states.ts";
import { readRoot } from "./root-entry.ts";
import type { LdapSession } from "./session.ts";

/** Connects and logs in as the administrator. */
export async function openSession(context: OpenContext<LdapOptions>): Promise<LdapSession> {
  const client = await connectAsAdministrator(context);
  try {
    const { options } = context;
    const root = await readRoot({ client }, options);
    const states = await recognizeStates({ client }, options, root);
    const controls = new Set(textsOf(root, "supportedControl"));
    const [logins, setPasswords] = [new LoginConnection(options), new SetPasswords()];
    return { client, options, logins, controls, setPasswords, ...(states && { states }) };
  } catch (error) {
    await disconnect(client);
    throw error;
  }
}
