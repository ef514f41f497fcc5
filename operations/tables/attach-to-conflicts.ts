import { oneOf } from "#domain/query/condition.ts";
import { isShownColumn } from "#domain/replication/conflict-values.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { Store } from "#store/store.ts";
import { isTable, type TableName } from "#store/tables.ts";

import type { Values } from "../kernel/attachments.ts";
import { isChangedByColumn } from "./column-changes.ts";

/** Names of the attached columns. */
const attached = ["rowName", "isRevertible"];

/** Adds to conflicts the names of their rows, and whether `revert` can write the lost values; what a table does not show stays hidden. */
export async function attachToConflicts<R extends Values>(
  { store }: { readonly store: Pick<Store, "selectColumns"> },
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & Values)[]> {
  if (!attached.some((name) => wanted.includes(name))) return rows;
  const names = new Map<string, ReadonlyMap<string, string | null>>();
  for (const [table, some] of Map.groupBy(rows, (row) => String(row["table"])))
    if (isTable(table)) names.set(table, await namesOf(store, table, [...new Set(some.map(keyOf))]));
  return rows.map((row) => {
    const table = String(row["table"]);
    const found = names.get(table);
    return {
      ...row,
      rowName: found?.get(keyOf(row)) ?? null,
      isRevertible: found?.has(keyOf(row)) === true && isChangedByColumn(table, String(row["column"])),
    };
  });
}

const keyOf = (row: Values): string => String(row["key"]);

/** Columns by which people know a row, and those that say more; the first that a table shows is taken. */
const nameColumns = [
  ["id", "name", "shortId", "number"],
  ["displayName", "description"],
] as const;

/** Returns the names of those rows that exist by their keys; null for a row without a name. */
async function namesOf(
  store: Pick<Store, "selectColumns">,
  table: TableName,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const primaryKey = primaryKeyOf(table);
  const shown = nameColumns.flatMap((some) => some.find((column) => isShownColumn(table, column)) ?? []);
  const columns = [...new Set([primaryKey, ...shown])] as never[];
  const found: readonly Values[] = await store.selectColumns(table, columns, { where: oneOf(primaryKey, keys) });
  return new Map(found.map((row) => [String(row[primaryKey]), nameOf(shown.map((column) => row[column]))]));
}

function nameOf([name = null, more = null]: readonly unknown[]): string | null {
  const texts = [name, more].filter((text) => typeof text === "string" || typeof text === "number").map(String);
  const [first, second] = texts;
  if (first === undefined) return null;
  return second === undefined || second === "" || second === first ? first : `${first} (${second})`;
}
