import type { Entry } from "ldapts";

import type { LdapConnection } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";

import type { LdapOptions } from "./address.ts";

const asked = ["vendorName", "subschemaSubentry", "supportedControl", "namingContexts"];

/** Reads the root entry of a directory, once per session; empty if the directory shows none, or need not show one. */
export async function readRoot(connection: LdapConnection, { accountState }: LdapOptions): Promise<Entry> {
  const nothing: Entry = { dn: "" };
  try {
    return (await entryAt(connection, "", asked)) ?? nothing;
  } catch (error) {
    // If the address configures the lock method, the directory need not show its root entry.
    if (accountState === undefined || resultCodeOf(error) === undefined) throw error;
    return nothing;
  }
}
