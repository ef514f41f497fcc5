import type { OpenContext } from "#connectors/contract/index.ts";
import { connectAsAdministrator, disconnect } from "#connectors/ldap-client/connection.ts";
import { mapLdapError } from "#connectors/ldap-client/errors.ts";
import { LoginConnection } from "#connectors/ldap-client/login-connection.ts";
import { nameKey } from "#connectors/ldap-client/relative-name.ts";
import { SetPasswords } from "#connectors/ldap-client/set-passwords.ts";
import { textsOf } from "#connectors/ldap-client/values.ts";

import type { LdapOptions } from "./address.ts";
import { schemaReader } from "./directory-schema.ts";
import { policyReader } from "./policies.ts";
import { recognizeStates } from "./recognize-states.ts";
import { readRoot } from "./root-entry.ts";
import type { LdapSession } from "./session.ts";

/** Connects and logs in as the administrator. */
export async function openSession(context: OpenContext<LdapOptions>): Promise<LdapSession> {
  const warnings: string[] = [];
  const client = await connectAsAdministrator(context, mapLdapError, (words) => void warnings.push(words));
  try {
    const { options } = context;
    const root = await readRoot({ client }, options);
    const schema = schemaReader({ client }, root);
    const states = await recognizeStates(options, root, schema);
    const controls = new Set(textsOf(root, "supportedControl"));
    const [logins, setPasswords] = [new LoginConnection(options), new SetPasswords()];
    const policyBase = namingContextOf(options.baseDN, textsOf(root, "namingContexts"));
    const own = { warnings, logins, controls, setPasswords, policyBase, policies: policyReader() };
    return { client, options, schema, ...own, ...(states && { states }) };
  } catch (error) {
    await disconnect(client);
    throw error;
  }
}

/** Returns the largest part of the directory that contains an entry. */
function namingContextOf(dn: string, contexts: readonly string[]): string {
  const key = nameKey(dn);
  return contexts.find((context) => context !== "" && `\u0000${key}`.endsWith(`\u0000${nameKey(context)}`)) ?? dn;
}
