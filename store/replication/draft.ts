import type { ColumnValue, MergedRow, ReplicatedChange, Tenure } from "#domain/replication/replicated-change.ts";
import { nodeOfStamp } from "#domain/replication/stamp.ts";

import { parseStamps, stampsText } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { heldFold } from "../folded-id.ts";
import { lockRows } from "../lock-rows.ts";
import { lockedRows } from "../locked-rows.ts";
import { currentModule } from "../module-scope.ts";
import { columnsOf, primaryKeyOf } from "../rows.ts";
import { boundValues, name, sql, type SqlRow, type SqlValue } from "../sql/sql.ts";
import { type TableName, tables } from "../tables.ts";
import { claimPlaceOf, hasSameClaims, placeClaims, uniquesOf } from "./claim-places.ts";
import {
  hiddenOfText,
  hiddenRows,
  hidingText,
  judgeLate,
  type LateRow,
  parentKeyOf,
  type RowPlace,
  showingText,
} from "./late-rows.ts";
import { leavingTables } from "./lives.ts";
import { insertNewRows, type NewRow } from "./new-rows.ts";
import { type RemovedRow, removeRows } from "./removed-rows.ts";

/** A row while changes are merged into it. */
interface DraftRow {
  /** The row as the database has it; undefined if there is none that lives. */
  readonly before: SqlRow | undefined;
  merged: MergedRow | undefined;
  version: number;
  /** Node of the last change. */
  node: string;
  isChanged: boolean;
  /** True if nobody sees the row; `wasHidden` as the database has it. */
  isHidden: boolean;
  readonly wasHidden: boolean;
}

/** Rows that an apply merges: read together, and written together at the end. */
export class Draft {
  readonly #database: Database;
  readonly #rows = new Map<string, DraftRow>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads and locks the rows of changes. */
  async load(changes: readonly Pick<ReplicatedChange, "table" | "key">[]): Promise<void> {
    const known = changes.filter(({ table, key }) => leavingTables.has(table) && !this.#rows.has(nameOf(table, key)));
    for (const [table, some] of Map.groupBy(known, (change) => change.table as TableName)) {
      const keys = [...new Set(some.map(({ key }) => key))];
      const living = await lockRows(this.#database, table, keys);
      const removed = await this.#removals(
        table,
        keys.filter((key) => !living.has(key)),
      );
      const late = await hiddenRows(
        this.#database,
        table,
        keys.filter((key) => !living.has(key) && !removed.has(key)),
      );
      for (const key of keys) {
        const before = living.get(key);
        const kept = before ?? late.get(key);
        this.#rows.set(nameOf(table, key), {
          before,
          merged: kept === undefined ? removed.get(key) : mergedOf(table, kept),
          version: Number(kept?.["version"] ?? 0),
          node: (kept?.["lastUpdatedNode"] as string | undefined) ?? "",
          isChanged: false,
          isHidden: late.has(key),
          wasHidden: late.has(key),
        });
      }
    }
  }

  row(table: string, key: string): MergedRow | undefined {
    return this.#rows.get(nameOf(table, key))?.merged;
  }

  /** Puts a merged row in the place of the one before, and returns its version. */
  put(table: string, key: string, { merged, node }: { readonly merged: MergedRow; readonly node: string }): number {
    const row = this.#rows.get(nameOf(table, key));
    if (row === undefined) return 0;
    row.merged = merged;
    row.node = node;
    row.isChanged = true;
    row.version += 1;
    return row.version;
  }

  /** Reads and locks the rows of a table that have a value in a column, and returns their keys, also of those that are not written yet. */
  async keysWith(table: TableName, column: string, value: string): Promise<readonly string[]> {
    const primaryKey = primaryKeyOf(table);
    const found = await this.#database.read(`SELECT \`${primaryKey}\` FROM \`${table}\` WHERE \`${column}\` = ?`, [
      value,
    ]);
    const late = await this.#database.read(hiddenOfText, [table, value]);
    const keys = [...found.map((row) => row[primaryKey]), ...late.map((row) => row["rowKey"])];
    await this.load(keys.map((key) => ({ table, key: String(key) })));
    return [...this.#rows].flatMap(([at, { merged }]) => {
      const place = placeOf(at);
      return place.table === table && merged?.removed === undefined && merged?.values[column] === value
        ? [place.key]
        : [];
    });
  }

  /** Judges which rows are late; of rows that were not changed, those that belong to the given ones. */
  judge(further: readonly RowPlace[] = []): Promise<readonly LateRow[]> {
    const changed = [...this.#rows].flatMap(([at, { isChanged }]) => (isChanged ? [placeOf(at)] : []));
    return judgeLate(this, [...changed, ...further]);
  }

  hide({ table, key }: RowPlace, isHidden: boolean): boolean {
    const row = this.#rows.get(nameOf(table, key));
    if (row === undefined) return false;
    const wasSeen = !row.wasHidden && !row.isHidden;
    if (row.isHidden !== isHidden) row.version += 1;
    row.isHidden = isHidden;
    return wasSeen && isHidden;
  }

  /** Returns the version that a row has by now. */
  version(table: string, key: string): number {
    return this.#rows.get(nameOf(table, key))?.version ?? 0;
  }

  /** Writes all rows, those of one kind together; returns those that live and have changed. */
  async write(node: string): Promise<readonly WrittenRow[]> {
    const written = new Map<string, WrittenRow>();
    const batch: Batch = { added: new Map(), removed: new Map(), claiming: [] };
    for (const [at, row] of this.#rows) {
      if (!isWritten(row)) continue;
      const place = placeOf(at);
      if (row.isHidden || row.wasHidden) await this.#writeLate(place.table, place.key, row);
      if (row.isHidden) continue;
      written.set(at, writtenRow(place, row));
      await this.#writeInto(batch, place, row);
    }
    for (const [table, rows] of batch.removed) await removeRows(this.#database, table, rows);
    for (const [table, rows] of batch.added)
      for (const key of await insertNewRows(this.#database, table, rows)) batch.claiming.push(nameOf(table, key));
    lockedRows.clear();
    const claiming = batch.claiming.flatMap((at) => written.get(at) ?? []);
    await placeClaims(this.#database, node, claiming);
    return [...written.values()];
  }

  /** Updates a row, or adds it to those that are inserted or removed together. */
  async #writeInto({ added, removed, claiming }: Batch, { table, key }: Place, draft: ChangedRow): Promise<void> {
    const { before, merged, version, node } = draft;
    if (merged.removed !== undefined) {
      listOf(removed, table).push({ key, lived: before !== undefined, merged });
      claiming.push(nameOf(table, key));
      return;
    }
    const row = rowOf(table, merged, { version, node });
    if (before === undefined) listOf(added, table).push({ key, row });
    else if (!(await this.#update(table, key, { before, row }))) claiming.push(nameOf(table, key));
  }

  /** Moves a row out of its table, or gives way to its return. */
  async #writeLate(
    table: TableName,
    key: string,
    { before, merged, version, node, isHidden }: DraftRow,
  ): Promise<void> {
    const { write } = this.#database;
    if (!isHidden || merged === undefined || merged.removed !== undefined) {
      await write(showingText, [table, key]);
      return;
    }
    if (before !== undefined) await write(`DELETE FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?`, [key]);
    const row = rowOf(table, merged, { version, node });
    await write(hidingText, [table, key, parentKeyOf(table, row), JSON.stringify(row)]);
  }

  /** Updates a row; returns true if its claims need no comparison. */
  async #update(table: TableName, key: string, { before, row }: Updated): Promise<boolean> {
    const isPlaced = hasSameClaims(table, before, row);
    const given = isPlaced || uniquesOf(table).length === 0 ? row : { ...row, claimPlace: claimPlaceOf(key) };
    const changed = Object.entries(given).filter(([column, value]) => before[column] !== value);
    const set = changed.map(([column]) => `\`${column}\` = ?`).join(", ");
    const values = changed.map(([, value]) => value);
    await this.#database.write(`UPDATE \`${table}\` SET ${set} WHERE \`${primaryKeyOf(table)}\` = ?`, [...values, key]);
    return isPlaced;
  }

  async #removals(table: TableName, keys: readonly string[]): Promise<ReadonlyMap<string, MergedRow>> {
    const { dialect, read } = this.#database;
    const removed = new Map<string, MergedRow>();
    for (let from = 0; from < keys.length; from += readAtOnceMax) {
      const wanted = dialect.listed(name("rowKey"), keys.slice(from, from + readAtOnceMax));
      const text = sql`SELECT * FROM ${name("replicationRemovals")} WHERE ${name("tableName")} = ${table} AND ${wanted}`;
      for (const row of await read(text.text + dialect.forUpdate, boundValues(text, [])))
        removed.set(String(row["rowKey"]), removedOf(table, row));
    }
    return removed;
  }
}

/** Rows of an apply that are inserted and removed together, and the names of those whose claims must be compared. */
interface Batch {
  readonly added: Map<TableName, NewRow[]>;
  readonly removed: Map<TableName, RemovedRow[]>;
  readonly claiming: string[];
}

type ChangedRow = DraftRow & { readonly merged: MergedRow };

const isWritten = (row: DraftRow): row is ChangedRow =>
  row.merged !== undefined && (row.isChanged || row.isHidden !== row.wasHidden);

function writtenRow({ table, key }: Place, { before, merged: { values, removed, tenure } }: ChangedRow): WrittenRow {
  const of = tenure === undefined ? {} : { tenure };
  return { table, key, before, isLiving: removed === undefined, values, ...of };
}

/** A row as the database has it, and as it is then. */
interface Updated {
  readonly before: SqlRow;
  readonly row: NewRow["row"];
}

function listOf<T>(lists: Map<TableName, T[]>, table: TableName): T[] {
  const known = lists.get(table) ?? [];
  lists.set(table, known);
  return known;
}

/** A row that an apply has written. */
export interface WrittenRow {
  readonly table: TableName;
  readonly key: string;
  readonly before: SqlRow | undefined;
  readonly isLiving: boolean;
  readonly values: Readonly<Record<string, ColumnValue>>;
  /** Tenure of an owned row. */
  readonly tenure?: Tenure;
}

const readAtOnceMax = 500;
const nameOf = (table: string, key: string) => `${table}\n${key}`;

interface Place {
  readonly table: TableName;
  readonly key: string;
}

function placeOf(at: string): Place {
  const end = at.indexOf("\n");
  return { table: at.slice(0, end) as TableName, key: at.slice(end + 1) };
}

function mergedOf(table: TableName, row: SqlRow): MergedRow {
  const { stamps, life } = parseStamps(row["_v"] as string);
  const values = Object.fromEntries(
    Object.keys(columnsOf(table)).map((column) => [column, row[column] as ColumnValue]),
  );
  if (tables[table].class !== "owned") return { values, stamps, life };
  const tenure = {
    node: String(row["homeNode"]),
    epoch: Number(row["ownerEpoch"]),
    claim: stamps[primaryKeyOf(table)] ?? "",
  };
  return { values, stamps, life, tenure };
}

function removedOf(table: TableName, row: SqlRow): MergedRow {
  const { stamps, life, epoch } = parseStamps(row["stamps"] as string);
  const removed = { values: {}, stamps, life, removed: String(row["removed"]) };
  if (tables[table].class !== "owned") return removed;
  const claim = stamps[primaryKeyOf(table)] ?? "";
  return { ...removed, tenure: { node: nodeOfStamp(claim), epoch, claim } };
}

/** Returns stamps without those of values that each node has of its own, which nobody else has written. */
function ofAllNodes(table: TableName, stamps: MergedRow["stamps"]): MergedRow["stamps"] {
  const columns = columnsOf(table);
  return Object.fromEntries(
    Object.entries(stamps).filter(([column, stamp]) => stamp !== "" || columns[column]?.ofNode !== true),
  );
}

const entriesOfTables = new Map<TableName, ReturnType<typeof entriesOf>>();
const entriesOf = (table: TableName) => Object.entries(columnsOf(table));

function columnEntries(table: TableName): ReturnType<typeof entriesOf> {
  const known = entriesOfTables.get(table) ?? entriesOf(table);
  entriesOfTables.set(table, known);
  return known;
}

/** Returns a merged row as the database stores it. */
function rowOf(
  table: TableName,
  { values, stamps, life, tenure }: MergedRow,
  { version, node }: { readonly version: number; readonly node: string },
): Record<string, SqlValue> {
  const row: Record<string, SqlValue> = {};
  for (const [column, { kind, nullable }] of columnEntries(table)) {
    const value = values[column] ?? null;
    // A column of JSON without NULL stores null as JSON.
    row[column] = value === null && kind === "json" && !nullable ? "null" : value;
  }
  // Each node folds the IDs of users for itself.
  if (table === "users") row["foldedId"] = heldFold(String(row["id"]));
  row["lastUpdatedModule"] = currentModule();
  row["lastUpdatedNode"] = node;
  row["version"] = version;
  row["_v"] = stampsText({ stamps: ofAllNodes(table, stamps), life, epoch: 1 });
  if (tenure !== undefined) [row["homeNode"], row["ownerEpoch"]] = [tenure.node, tenure.epoch];
  return row;
}
