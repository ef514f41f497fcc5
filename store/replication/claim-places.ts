import { createHash } from "node:crypto";

import { columnStamp } from "#domain/replication/column-stamps.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";

import { parseStamps } from "../changes/row-stamps.ts";
import type { Database } from "../database.ts";
import { primaryKeyOf } from "../rows.ts";
import type { SqlRow, SqlValue } from "../sql/sql.ts";
import type { TableName } from "../tables.ts";
import { unchangeable } from "../unchangeable-tables.ts";
import { leavingTables } from "./lives.ts";

/** A unique index of a table whose rows go to other nodes. */
interface Unique {
  readonly columns: readonly string[];
  /** True if each node has rows of its own with the same values. */
  readonly isOfNode: boolean;
}

const none: readonly Unique[] = [];
const known = new Map<string, readonly Unique[]>(
  Object.values<Resource>(resources).flatMap(({ table, indexes }) => {
    const uniques = indexes
      .filter((index) => index.unique === true && leavingTables.has(table))
      .map(({ columns, merging }) => ({ columns, isOfNode: merging === "eachNode" }));
    return uniques.length === 0 ? [] : [[table, uniques] as const];
  }),
);

/** Returns the unique indexes of a table whose rows go to other nodes. */
export const uniquesOf = (table: string): readonly Unique[] => known.get(table) ?? none;

/** Columns that each node makes of another one, by whose stamp they are claimed. */
const foldedFrom: Readonly<Record<string, string>> = { foldedId: "id" };

const digits = 32;

/** Returns the place of a row beside the one that counts: no other row has it, so no unique index refuses the row. */
export const claimPlaceOf = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, digits);

/** A row that an apply has written. */
interface Written {
  readonly table: TableName;
  readonly key: string;
  readonly before: SqlRow | undefined;
  readonly isLiving: boolean;
  readonly values: Readonly<Record<string, SqlValue>>;
}

/**
 * Compares the claims of rows that were written, and of those that stood beside others before, because a local write may have changed that:
 * the older claim counts and has the empty place, every other row one of its own.
 */
export async function placeClaims(database: Database, node: string, all: readonly Written[]): Promise<void> {
  const twins = await database.read("SELECT `tableName`, `rowKey` FROM `replicationTwins`");
  const twinsOf = Map.groupBy(twins, (row) => String(row["tableName"]));
  const written = Map.groupBy(all, (row) => row.table as string);
  for (const table of new Set([...written.keys(), ...twinsOf.keys()])) {
    if (uniquesOf(table).length === 0 || unchangeable.has(table)) continue;
    const claims = new TableClaims(database, node, table as TableName);
    const keys = new Set<string>();
    for (const row of written.get(table) ?? []) for (const key of await claims.concernedBy(row)) keys.add(key);
    for (const { rowKey } of twinsOf.get(table) ?? [])
      for (const key of await claims.around(String(rowKey))) keys.add(key);
    await claims.place([...keys]);
  }
}

/** Returns true if a row that was written claims the same values as before, by the same stamps. */
export function hasSameClaims(table: TableName, before: SqlRow, after: SqlRow): boolean {
  const uniques = uniquesOf(table);
  if (uniques.some(isOther(before, after)) || before["homeNode"] !== after["homeNode"]) return false;
  const key = primaryKeyOf(table);
  return uniques.every((unique) => claimOf(unique, before, key) === claimOf(unique, after, key));
}

/** Returns the claim of a row, which compares as text: the stamp of the values, and the key. */
function claimOf({ columns }: Unique, row: SqlRow, key: string): string {
  const { stamps } = parseStamps(row["_v"] as string);
  const stamped = columns.map((column) => columnStamp(stamps, key, foldedFrom[column] ?? column));
  const latest = stamped.toSorted().at(-1) ?? "";
  return `${latest}\n${String(row[key])}`;
}

const isOther =
  (before: SqlRow, values: SqlRow) =>
  ({ columns }: Unique) =>
    columns.some((column) => before[column] !== values[column]);

class TableClaims {
  readonly #database: Database;
  readonly #node: string;
  readonly #table: TableName;
  readonly #key: string;

  constructor(database: Database, node: string, table: TableName) {
    this.#database = database;
    this.#node = node;
    this.#table = table;
    this.#key = primaryKeyOf(table);
  }

  /** Returns the keys of the rows that have the same values as a row in a unique index. */
  async meeting(row: SqlRow): Promise<string[]> {
    const keys: string[] = [];
    for (const unique of uniquesOf(this.#table))
      for (const other of await this.#alike(unique, row)) keys.push(String(other[this.#key]));
    return keys;
  }

  /** Returns the keys of the rows whose claims a written row concerns: its own while it lives, and those that it meets or has met. */
  async concernedBy({ key, before, isLiving, values }: Written): Promise<string[]> {
    const hasLeft = before !== undefined && (!isLiving || uniquesOf(this.#table).some(isOther(before, values)));
    const met = hasLeft ? await this.meeting(before) : [];
    return isLiving ? [...met, key, ...(await this.meeting(values))] : met;
  }

  /** Returns the keys of a row that stood beside another, and of those that it meets; none if it is gone. */
  async around(key: string): Promise<string[]> {
    const row = await this.#row(key);
    if (row?.["claimPlace"] !== claimPlaceOf(key))
      await this.#database.write("DELETE FROM `replicationTwins` WHERE `tableName` = ? AND `rowKey` = ?", [
        this.#table,
        key,
      ]);
    if (row !== undefined) return [key, ...(await this.meeting(row))];
    return [];
  }

  /** Gives rows their places: first those beside others, so that the place of another is free. */
  async place(keys: readonly string[]): Promise<void> {
    const counting: string[] = [];
    for (const key of keys) {
      const row = await this.#row(key);
      if (row === undefined) continue;
      if (!(await this.#counts(row))) await this.#putBeside(key);
      else if (row["claimPlace"] !== "") counting.push(key);
    }
    for (const key of counting) await this.#putFirst(key);
  }

  async #row(key: string): Promise<SqlRow | undefined> {
    const [row] = await this.#database.read(`SELECT * FROM \`${this.#table}\` WHERE \`${this.#key}\` = ?`, [key]);
    return row;
  }

  async #counts(row: SqlRow): Promise<boolean> {
    for (const unique of uniquesOf(this.#table)) {
      if (unique.isOfNode && row["homeNode"] !== this.#node) return false;
      const alike = (await this.#alike(unique, row)).filter(
        (other) => !unique.isOfNode || other["homeNode"] === this.#node,
      );
      const own = claimOf(unique, row, this.#key);
      if (alike.some((other) => claimOf(unique, other, this.#key) < own)) return false;
    }
    return true;
  }

  async #alike({ columns }: Unique, row: SqlRow): Promise<SqlRow[]> {
    const values = columns.map((column) => row[column] as SqlValue);
    if (values.some((value) => value === null || value === undefined)) return [];
    const same = columns.map((column) => `\`${column}\` = ?`).join(" AND ");
    return this.#database.read(`SELECT * FROM \`${this.#table}\` WHERE ${same}`, values);
  }

  async #putBeside(key: string): Promise<void> {
    await this.#put(key, claimPlaceOf(key));
    await this.#database.write("REPLACE INTO `replicationTwins` (`tableName`, `rowKey`) VALUES (?, ?)", [
      this.#table,
      key,
    ]);
  }

  async #putFirst(key: string): Promise<void> {
    await this.#put(key, "");
    await this.#database.write("DELETE FROM `replicationTwins` WHERE `tableName` = ? AND `rowKey` = ?", [
      this.#table,
      key,
    ]);
  }

  async #put(key: string, place: string): Promise<void> {
    await this.#database.write(`UPDATE \`${this.#table}\` SET \`claimPlace\` = ? WHERE \`${this.#key}\` = ?`, [
      place,
      key,
    ]);
  }
}
