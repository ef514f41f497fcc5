import { openDatabase } from "#store/database.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { SqlRow } from "#store/sql/sql.ts";
import { tables, type TableName } from "#store/tables.ts";

import { tableNames } from "../table-names.ts";

/** Reads all rows of a table. */
type Read = (table: string) => Promise<readonly SqlRow[]>;

/** Objects of target systems by the keys of their rows. */
type Objects = ReadonlyMap<string, string>;

/** A column that refers to an object, and the line that its row says about the object. */
interface Said {
  readonly table: string;
  readonly column: "accountKey" | "groupKey" | "managedAccountKey";
  says(row: SqlRow, objects: Objects): string;
}

const nameOf = (objects: Objects, key: unknown) => objects.get(String(key)) ?? `nothing (${String(key)})`;

const said: readonly Said[] = [
  { table: "accountAttributes", column: "accountKey", says: (row) => `attribute ${value(row)}` },
  { table: "groupAttributes", column: "groupKey", says: (row) => `attribute ${value(row)}` },
  {
    table: "groupMemberships",
    column: "accountKey",
    says: (row, objects) => `member of ${nameOf(objects, row["groupKey"])}`,
  },
  { table: "groupOwners", column: "groupKey", says: (row) => `owned by ${String(row["userKey"])}` },
  { table: "passwordDigests", column: "accountKey", says: (row) => `history ${String(row["digestHash"])}` },
  { table: "managedAccounts", column: "accountKey", says: (row) => `managed under ${String(row["policyId"])}` },
  { table: "requestOperations", column: "accountKey", says: (row) => `account of ${String(row["key"])}` },
  { table: "requestOperations", column: "groupKey", says: (row) => `group of ${String(row["key"])}` },
  { table: "targetSystemCredentials", column: "managedAccountKey", says: (row) => `opens ${String(row["key"])}` },
];

const value = (row: SqlRow) => `${String(row["name"])} ${String(row["sequence"])}: ${String(row["value"])}`;

/**
 * Returns what a database knows of the objects of its target systems, a line each. The lines have no row keys: two rows of one object are
 * the same.
 */
export async function knownOf(databaseUrl: string): Promise<ReadonlySet<string>> {
  return reading(databaseUrl, async (read, names) => {
    const readSaid = (table: string) => (table === "passwordDigests" ? digestsBy(read, names) : read(table));
    const lines = new Set<string>();
    const objects = new Map<string, string>();
    for (const table of ["accounts", "groups"] as const) {
      for (const row of await read(table)) {
        const object = `${table} ${String(row["targetSystemKey"])} ${String(row["stableId"])}`;
        objects.set(String(row["key"]), object);
        for (const line of ownOf(row)) lines.add(`${object}: ${line}`);
      }
    }
    for (const { table, column, says } of said) {
      for (const row of await readSaid(table)) {
        if (row[column] !== null) lines.add(`${nameOf(objects, row[column])}: ${says(row, objects)}`);
      }
    }
    return lines;
  });
}

/** Returns the digests of earlier passwords, which were a list of their account before they had rows. */
async function digestsBy(read: Read, names: ReadonlySet<string>): Promise<readonly SqlRow[]> {
  if (names.has("passworddigests")) return read("passwordDigests");
  return (await read("passwordHistories")).flatMap(({ accountKey = null, digests }) =>
    (JSON.parse(String(digests)) as string[]).map((digestHash) => ({ accountKey, digestHash })),
  );
}

type OwnColumns = Readonly<Record<string, string | number | null | undefined>>;

function ownOf(row: SqlRow): string[] {
  const { userKey, associatedBy, lastPasswordChange, managed, shortId, enabled, locked } = row as OwnColumns;
  return [
    `named ${shortId}, enabled ${enabled}, locked ${locked}`,
    ...(userKey === null || userKey === undefined ? [] : [`belongs to ${userKey} by ${associatedBy}`]),
    ...(typeof lastPasswordChange === "number" ? [`password changed ${lastPasswordChange}`] : []),
    ...(managed === 1 ? ["managed"] : []),
  ];
}

/** Returns every row of every table as text, by table and key. */
export function rowsOf(databaseUrl: string): Promise<ReadonlyMap<string, SqlRow>> {
  return reading(databaseUrl, async (read, names) => {
    const all = new Map<string, SqlRow>();
    // Before the upgrade some tables are missing. The table of settings was created again; the old one was never written.
    const isHere = (name: string) => name !== "settings" && names.has(name.toLowerCase());
    for (const table of (Object.keys(tables) as TableName[]).filter(isHere)) {
      for (const row of await read(table)) all.set(`${table} ${String(row[primaryKeyOf(table)])}`, row);
    }
    for (const { position: _, ...row } of await read("changeLog")) all.set(`changeLog ${String(row["seq"])}`, row);
    return all;
  });
}

async function reading<T>(
  databaseUrl: string,
  use: (read: Read, names: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ databaseUrl });
  try {
    const names = (await tableNames(database)).map((name) => name.toLowerCase());
    return await use((table) => database.read(`SELECT * FROM \`${table}\``), new Set(names));
  } finally {
    await database.close();
  }
}
