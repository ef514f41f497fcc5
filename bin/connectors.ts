import activeDirectory from "#connectors/active-directory/active-directory.ts";
import type { Connector } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";
import scim from "#connectors/scim/scim.ts";
import sql from "#connectors/sql/sql.ts";
import sqlite from "#connectors/sqlite/sqlite.ts";
import ssh from "#connectors/ssh/ssh.ts";

/** The connectors that every proxy has. */
export const builtInConnectors: readonly Connector[] = [activeDirectory, ldap, scim, sql, sqlite, ssh];
