import { createHash } from "node:crypto";

import { type Database, openDatabase } from "#store/database.ts";

import { tableNames } from "../support/table-names.ts";

// Tables that a refused call may change: its audit event with everything that belongs to it. The change log is compared by its content.
const ofTheAudit = (table: string): boolean => /^(sesslog|audit|sessionLog|nodeCounters$)/i.test(table);
const logs = new Set(["changelog", "rowwatch"]);

/** A fingerprint of every row of a database except those of the audit. */
export interface Fingerprint {
  take(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/** Opens a database for fingerprints, without any code of the store. */
export function openFingerprint(databaseUrl: string): Fingerprint {
  const database = openDatabase({ databaseUrl });
  return {
    take: async () => {
      const names = (await tableNames(database)).filter((name) => !ofTheAudit(name));
      const entries: [string, string][] = [];
      for (const name of names) entries.push([name, hashOf(await rowsOf(database, name))]);
      return Object.fromEntries(entries);
    },
    close: () => database.close(),
  };
}

async function rowsOf(database: Database, name: string): Promise<readonly object[]> {
  const rows = await database.read(`SELECT * FROM \`${name}\``);
  return logs.has(name.toLowerCase()) ? rows.filter(({ tableName }) => !ofTheAudit(String(tableName))) : rows;
}

function hashOf(rows: readonly object[]): string {
  const texts = rows.map((row) => JSON.stringify(row)).toSorted();
  return `${texts.length} rows, ${createHash("sha256").update(texts.join("\n")).digest("base64url")}`;
}
