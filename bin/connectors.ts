import type { Connector } from "#connectors/contract/index.ts";
import ldap from "#connectors/ldap/ldap.ts";
import sqlite from "#connectors/sqlite/sqlite.ts";

/** The connectors that every proxy has. */
export const builtInConnectors: readonly Connector[] = [ldap, sqlite];
