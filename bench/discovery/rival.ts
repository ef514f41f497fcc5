import Database from "better-sqlite3";
import { Client } from "ldapts";

import type { OpenLdap } from "#test/support/openldap.ts";

/** The rival: the client library's own paging and one upsert per row in one transaction, and nothing else. */
export interface Rival {
  /** Lists and upserts everything; gives the milliseconds. */
  run(): Promise<number>;
  stop(): void;
}

const pageSize = 1000;
const attributes = ["entryUUID", "uid", "cn", "sn", "mail", "title"];
const tables = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE attributes (id TEXT NOT NULL, name TEXT NOT NULL, sequence INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (id, name, sequence));
`;

/** Makes the rival on a database of its own. */
export function createRival({ url, admin, accountsDN }: OpenLdap, file: string): Rival {
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
        for (const { dn: _dn, entryUUID, ...entry } of searchEntries) {
          account.run(String(entryUUID), String(entry["uid"]));
          for (const [name, found] of Object.entries(entry)) {
            for (const [sequence, one] of [found].flat().entries())
              value.run(String(entryUUID), name, sequence, String(one));
          }
        }
      }
      database.exec("COMMIT");
      await client.unbind();
      return performance.now() - startedMs;
    },
    stop: () => void database.close(),
  };
}
