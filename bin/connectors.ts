import activeDirectory from "#connectors/active-directory/active-directory.ts";
import type { Connector } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";
import scim from "#connectors/scim/scim.ts";
import sql from "#connectors/sql/sql.ts";
import sqlite from "#connectors/sqlite/sqlite.ts";
import { sqliteWithin } from "#connectors/sqlite/within-folder.ts";
import ssh from "#connectors/ssh/ssh.ts";

/** Connectors that every proxy has, as used in documents and tests. */
export const builtInConnectors: readonly Connector[] = [activeDirectory, ldap, scim, sql, sqlite, ssh];

/** Returns the connectors that every proxy has, as a running proxy uses them: files of `sqlite` lie below one folder. */
export function connectorsWithin(sqliteFolder: string): readonly Connector[] {
  return builtInConnectors.map((connector) => (connector === sqlite ? sqliteWithin(sqliteFolder) : connector));
}
