import Database from "better-sqlite3";
import { Client } from "ldapts";

import { ldapAddress } from "#connectors/ldap/address.ts";
import { accountStates } from "#connectors/ldap/state.ts";
import type { OpenLdap } from "#test/support/openldap.ts";

/**
 * Rival: the client library's own paging, one upsert for each account and each value of its attributes (the DN among them), one
 * durable transaction, and nothing else.
 */
export interface Rival {
  /** Lists and upserts everything; returns the milliseconds. */
  run(): Promise<number>;
  /** Returns the number of accounts in its database. */
  known(): number;
  stop(): void;
}

const pageSize = 1000;
const tables = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE attributes (id TEXT NOT NULL, name TEXT NOT NULL, sequence INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (id, name, sequence));
`;

/** Makes the rival on a database of its own; it requests the same attributes as ours. */
export function createRival({ url, admin, baseDN, accountsDN }: OpenLdap, file: string): Rival {
  const { idAttribute, accountAttributes } = ldapAddress.parse({ url, baseDN });
  const attributes = [idAttribute, ...accountAttributes, ...accountStates.passwordPolicy.attributes];
  const database = new Database(file);
  database.exec(tables);
  const account = database.prepare(
    "INSERT INTO accounts VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
  );
  const value = database.prepare(
    "INSERT INTO attributes VALUES (?, ?, ?, ?) ON CONFLICT (id, name, sequence) DO UPDATE SET value = excluded.value",
  );
  return {
    async run() {
      const startedMs = performance.now();
      const client = new Client({ url });
      await client.bind(admin.dn, admin.password);
      const options = { filter: "(objectClass=inetOrgPerson)", attributes, paged: { pageSize } };
      database.exec("BEGIN IMMEDIATE");
      for await (const { searchEntries } of client.searchPaginated(accountsDN, options)) {
        for (const { entryUUID, ...entry } of searchEntries) {
          const id = String(entryUUID);
          account.run(id, String(entry["uid"]));
          for (const [name, found] of Object.entries(entry)) {
            // The library returns a single value without a list, several as a list, and none as an empty list.
            if (!Array.isArray(found)) value.run(id, name, 0, String(found));
            else for (const [sequence, one] of found.entries()) value.run(id, name, sequence, String(one));
          }
        }
      }
      database.exec("COMMIT");
      await client.unbind();
      return performance.now() - startedMs;
    },
    known: () => database.prepare("SELECT COUNT(*) FROM accounts").pluck().get() as number,
    stop: () => void database.close(),
  };
}
