import type { Entry } from "ldapts";

import type { LdapConnection } from "#connectors/ldap-client/connection.ts";
import { entryAt } from "#connectors/ldap-client/entry-at.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";

import type { LdapOptions } from "./address.ts";

const asked = ["vendorName", "subschemaSubentry", "supportedControl", "namingContexts"];

/** What a directory says of itself, read once for a session; empty where it shows no root entry, or need not show it. */
export async function readRoot(connection: LdapConnection, { accountState }: LdapOptions): Promise<Entry> {
  const nothing: Entry = { dn: "" };
  try {
    return (await entryAt(connection, "", asked)) ?? nothing;
  } catch (error) {
    // An address that says how accounts are locked leaves nothing that a directory must tell.
    if (accountState === undefined || resultCodeOf(error) === undefined) throw error;
    return nothing;
  }
}
