import { tableClasses } from "#domain/resources/format/table-classes.ts";
import { ChangeLog } from "#store/changes/change-log.ts";
import type { Change } from "#store/changes/change.ts";
import { openDatabase } from "#store/database.ts";
import type { SqlRow } from "#store/sql/sql.ts";
import { tables, type TableName } from "#store/tables.ts";

import { rowsOf } from "./known-world.ts";

const pageSize = 20_000;
const hidden = "[secret]";
/** Tables into which a migration has put rows itself. */
const seeded: readonly string[] = ["settings", "refusedSignIns"];

/** Columns that a migration has dropped: other rows hold the same facts. */
const takenAway: readonly string[] = [
  "managedAccounts checkoutCount",
  "managedAccounts checkoutLimit",
  "passwordHistories digests",
];

/** Returns the differences between rows and the change log, and the stamps of a row that do not increase; each as a line. */
export async function changeLogFaults(databaseUrl: string): Promise<string[]> {
  const faults: string[] = [];
  const said = new Map<string, Record<string, unknown>>();
  const stamps = new Map<string, string>();
  for (const { table, key, operation, stamp, data } of await allChanges(databaseUrl)) {
    const row = `${table} ${key}`;
    if (stamp <= (stamps.get(row) ?? "")) faults.push(`${row}: ${stamp} does not come after ${stamps.get(row)}`);
    stamps.set(row, stamp);
    if (operation === "remove") said.delete(row);
    else said.set(row, { ...said.get(row), ...data });
  }
  const there = await rowsOf(databaseUrl);
  for (const [name, row] of there) if (isLogged(name)) faults.push(...differences(name, row, said.get(name)));
  for (const name of said.keys()) if (isLogged(name) && !there.has(name)) faults.push(`${name}: is not there`);
  return faults;
}

async function allChanges(databaseUrl: string): Promise<Change[]> {
  const database = openDatabase({ databaseUrl });
  try {
    const changeLog = new ChangeLog(database, "check");
    const all: Change[] = [];
    for (;;) {
      const page = await changeLog.read(all.at(-1)?.position ?? 0, pageSize);
      if (page.length === 0) return all;
      for (const change of page) all.push(change);
    }
  } finally {
    await database.close();
  }
}

function isLogged(name: string): boolean {
  const table = name.slice(0, name.indexOf(" "));
  return (
    !seeded.includes(table) && Object.hasOwn(tables, table) && tableClasses[tables[table as TableName].class].logged
  );
}

function differences(name: string, row: SqlRow, said: Readonly<Record<string, unknown>> | undefined): string[] {
  if (said === undefined) return [`${name}: the log does not know it`];
  return Object.entries(said).flatMap(([column, value]) =>
    value === hidden || row[column] === value || takenAway.includes(`${name.split(" ")[0]} ${column}`)
      ? []
      : [`${name}: ${column} is ${String(row[column])}, not ${String(value)}`],
  );
}
