import type { Loss } from "#domain/replication/merged.ts";
import { childrenOf, isLate, lossOfLate, ownedParents } from "#domain/replication/owned-parents.ts";
import type { MergedRow, Tenure } from "#domain/replication/replicated-change.ts";

import type { Database } from "../database.ts";
import { schemaVersion } from "../schema/schema-version.ts";
import { boundValues, name, sql, type SqlRow } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";
import type { ReplicationParts } from "./replication.ts";

/** Place of a row. */
export interface RowPlace {
  readonly table: string;
  readonly key: string;
}

/** Rows of an apply, as far as it is judged which of them are late. */
interface JudgedRows {
  load(places: readonly RowPlace[]): Promise<void>;
  row(table: string, key: string): MergedRow | undefined;
  /** Returns the keys of the rows of a table that have a value in a column, also of those that nobody sees. */
  keysWith(table: TableName, column: string, value: string): Promise<readonly string[]>;
  /** Hides a row from all readers, or shows it; returns true if it was seen before and is not now. */
  hide(place: RowPlace, isHidden: boolean): boolean;
}

/** A row that nobody sees from now on, and what is lost with it. */
export interface LateRow extends RowPlace {
  readonly loss: Loss;
}

/**
 * Returns the rows that are late from now on, and hides them: what they belong to has been taken over by a node that did not know them. It follows from the tenures of both
 * alone, so nodes agree in whichever order they learn them; a row is seen again when it is no longer late.
 */
export async function judgeLate(rows: JudgedRows, changed: readonly RowPlace[]): Promise<readonly LateRow[]> {
  const places = new Map(changed.map((place) => [`${place.table}\n${place.key}`, place]));
  for (const { table, key } of changed)
    for (const { table: child, column } of childrenOf(table))
      for (const childKey of await rows.keysWith(child as TableName, column, key))
        places.set(`${child}\n${childKey}`, { table: child, key: childKey });
  const late: LateRow[] = [];
  for (const place of places.values()) {
    const row = rows.row(place.table, place.key);
    if (!Object.hasOwn(ownedParents, place.table) || row === undefined || row.removed !== undefined) continue;
    const parent = await parentOf(rows, place.table, row);
    const isHidden = isLate(row.tenure, parent);
    if (rows.hide(place, isHidden) && parent !== undefined)
      late.push({ ...place, loss: lossOfLate(tables[place.table as TableName], row, parent) });
  }
  return late;
}

async function parentOf(rows: JudgedRows, table: string, { values }: MergedRow): Promise<Tenure | undefined> {
  const { column, tables: parents } = ownedParents[table] ?? { column: "", tables: [] };
  const places = parents.map((parent) => ({ table: parent, key: String(values[column]) }));
  await rows.load(places);
  for (const place of places) {
    const parent = rows.row(place.table, place.key);
    if (parent !== undefined) return parent.removed === undefined ? parent.tenure : undefined;
  }
  return undefined;
}

/** Returns the value by which a row names what it belongs to. */
export function parentKeyOf(table: string, row: SqlRow): string {
  const key = row[ownedParents[table]?.column ?? ""];
  return typeof key === "string" ? key : "";
}

/** Returns rows that nobody sees, as they would stand in their table, by their keys. */
export async function hiddenRows(
  { dialect, read }: Pick<Database, "dialect" | "read">,
  table: TableName,
  keys: readonly string[],
): Promise<ReadonlyMap<string, SqlRow>> {
  if (keys.length === 0 || !Object.hasOwn(ownedParents, table)) return new Map();
  const wanted = dialect.listed(name("rowKey"), keys);
  const text = sql`SELECT ${name("rowKey")}, ${name("content")} FROM ${name("replicationLate")} WHERE ${name("tableName")} = ${table} AND ${wanted}`;
  const rows = await read(text.text + dialect.forUpdate, boundValues(text, []));
  return new Map(rows.map((row) => [String(row["rowKey"]), JSON.parse(row["content"] as string) as SqlRow]));
}

/** Statement that hides a row. */
export const hidingText =
  "REPLACE INTO `replicationLate` (`tableName`, `rowKey`, `parentKey`, `content`) VALUES (?, ?, ?, ?)";
/** Statement that shows a row once more. */
export const showingText = "DELETE FROM `replicationLate` WHERE `tableName` = ? AND `rowKey` = ?";
/** Statement that reads the hidden parts of a row. */
export const hiddenOfText = "SELECT `rowKey` FROM `replicationLate` WHERE `tableName` = ? AND `parentKey` = ?";

/** Tells listeners here that rows have gone, which nobody sees from now on; this has no number, so it leaves for no other node. */
export async function tellLate(
  { changeLog, node }: { readonly changeLog: Pick<ReplicationParts["changeLog"], "append">; readonly node: string },
  rows: Pick<JudgedRows, "row"> & { version(table: string, key: string): number },
  late: readonly RowPlace[],
): Promise<void> {
  const from = { node, incarnation: 0, seq: 0, schema: schemaVersion() };
  for (const { table, key } of late)
    await changeLog.append({
      table: table as TableName,
      key,
      version: rows.version(table, key),
      stamp: rows.row(table, key)?.tenure?.claim ?? "",
      operation: "remove",
      data: {},
      from,
    });
}
