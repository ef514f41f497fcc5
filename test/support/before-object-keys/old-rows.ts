import { randomUUID } from "node:crypto";

import { valuesText } from "#store/changes/value-texts.ts";
import type { Database } from "#store/database.ts";
import { primaryKeyOf } from "#store/rows.ts";
import type { SqlValue } from "#store/sql/sql.ts";
import type { TableName } from "#store/tables.ts";

/** A row as a test writes it: truth values become numbers, lists and objects JSON. */
export type OldRow = Readonly<Record<string, unknown>>;

/** An attribute of a discovered object. */
export type OldValue = readonly [name: string, sequence: number, value: string, key: string];

const sealed = new Set(["password", "currentPassword", "secret", "privateKey"]);
const node = "node1";
const rowsOfStatement = 100;
const stampDigits = { milliseconds: 12, counter: 4 } as const;

/** Returns a key as the service made one for a row of a request: at random. */
export const randomKey = (): string => randomUUID();

/**
 * Rows as the service wrote them before keys were made of objects: with one stamp of the clock of their process, which told no
 * processes apart, and a row of the change log each.
 */
export class OldRows {
  readonly #database: Database;
  readonly #nowMs: number;
  readonly #log: OldRow[] = [];
  #counter = 0;

  constructor(database: Database, nowMs: number) {
    this.#database = database;
    this.#nowMs = nowMs;
  }

  /** Returns the next stamp: milliseconds, a counter, the node. */
  stamp(): string {
    const digits = (value: number, size: number) => value.toString(16).padStart(size, "0");
    const [ms, counter] = [this.#nowMs + Math.floor(this.#counter / 0x1_0000), this.#counter % 0x1_0000];
    this.#counter += 1;
    return digits(ms, stampDigits.milliseconds) + digits(counter, stampDigits.counter) + node;
  }

  /** Writes rows of the one writer, each with its row of the log. */
  async add(table: TableName, rows: readonly OldRow[]): Promise<void> {
    const key = primaryKeyOf(table);
    const stamped = rows.map((row) => this.#stamped(row, key, "rest", this.stamp()));
    for (const [index, row] of rows.entries()) this.#noteInsert(table, String(row[key]), stamped[index], row);
    await this.plain(
      table,
      stamped.map(({ row }) => row),
    );
  }

  /** Writes rows of a load in one statement: all with one stamp. */
  async load(table: TableName, rows: readonly OldRow[]): Promise<void> {
    const stamp = this.stamp();
    const stamped = rows.map((row) => this.#stamped(row, "key", "load", stamp));
    for (const [index, row] of rows.entries()) this.#noteInsert(table, String(row["key"]), stamped[index], row);
    await this.plain(
      table,
      stamped.map(({ row }) => row),
    );
  }

  /** Writes the values of objects that a load wrote: those of one object share a row of the log. */
  async loadValues(table: TableName, owner: string, objects: ReadonlyMap<string, readonly OldValue[]>): Promise<void> {
    const stamp = this.stamp();
    const rows = [...objects].flatMap(([ownerKey, values]) =>
      values.map(([name, sequence, value, key]) => ({ key, [owner]: ownerKey, name, sequence, value })),
    );
    for (const [rowKey, values] of objects)
      this.#log.push({ tableName: table, rowKey, operation: "inserts", stamp, data: valuesText(values) });
    await this.plain(
      table,
      rows.map((row) => this.#stamped(row, "key", "load", stamp).row),
    );
  }

  /** Writes rows as they are, of tables that are not in the log. */
  async plain(table: string, rows: readonly OldRow[]): Promise<void> {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const columns = names.map((name) => `\`${name}\``).join(", ");
    const mark = `(${names.map(() => "?").join(", ")})`;
    for (let from = 0; from < rows.length; from += rowsOfStatement) {
      const some = rows.slice(from, from + rowsOfStatement);
      await this.#database.write(
        `INSERT INTO \`${table}\` (${columns}) VALUES ${some.map(() => mark).join(", ")}`,
        some.flatMap((row) => names.map((name) => encoded(row[name]))),
      );
    }
  }

  /** Writes the rows of the change log, in the order in which the rows came. */
  async finish(): Promise<void> {
    await this.plain(
      "changeLog",
      this.#log.splice(0).map((row) => ({ origin: node, rowVersion: 1, ...row })),
    );
  }

  #stamped(row: OldRow, key: string, module: string, stamp: string) {
    const written = { lastUpdatedModule: module, lastUpdatedNode: node, version: 1, _v: { [key]: stamp } };
    return { stamp, row: { ...row, ...written } };
  }

  #noteInsert(tableName: string, rowKey: string, stamped: { stamp: string } | undefined, row: OldRow): void {
    const shown = Object.entries(row).map(([name, value]) => [
      name,
      value !== null && sealed.has(name) ? "[secret]" : encoded(value),
    ]);
    this.#log.push({
      tableName,
      rowKey,
      operation: "insert",
      stamp: stamped?.stamp ?? "",
      data: JSON.stringify(Object.fromEntries(shown)),
    });
  }
}

function encoded(value: unknown): SqlValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return Number(value);
  if (typeof value === "string" || typeof value === "number") return value;
  return JSON.stringify(value);
}
