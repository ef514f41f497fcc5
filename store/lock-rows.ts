import type { Database } from "./database.ts";
import { lockedRows } from "./locked-rows.ts";
import { primaryKeyOf } from "./rows.ts";
import { boundValues, name, sql, type SqlRow } from "./sql/sql.ts";
import type { TableName } from "./tables.ts";

/** Most rows that one statement reads. */
const readAtOnceMax = 500;

/** Locks the rows with some keys in the order of the keys, and returns them by their keys; those that the transaction holds are not read again. */
export async function lockRows(
  { dialect, read }: Pick<Database, "dialect" | "read">,
  table: TableName,
  keys: readonly string[],
): Promise<ReadonlyMap<string, SqlRow>> {
  const known = new Map<string, SqlRow>();
  const unknown: string[] = [];
  for (const key of keys.toSorted()) {
    const held = lockedRows.get(table, key);
    if (held === undefined) unknown.push(key);
    else known.set(key, held);
  }
  const primaryKey = primaryKeyOf(table);
  for (let from = 0; from < unknown.length; from += readAtOnceMax) {
    const wanted = dialect.listed(name(primaryKey), unknown.slice(from, from + readAtOnceMax));
    const found = sql`SELECT * FROM ${name(table)} WHERE ${wanted} ORDER BY ${name(primaryKey)}`;
    for (const row of await read(found.text + dialect.forUpdate, boundValues(found, []))) {
      const key = row[primaryKey] as string;
      lockedRows.put(table, key, row);
      known.set(key, row);
    }
  }
  return known;
}
