import type { JsonValue } from "#domain/json.ts";

import { ServiceError } from "#domain/errors.ts";

import type { ChangeLog } from "./change-log.ts";
import type { Column } from "./columns.ts";
import type { Database, SqlRow, SqlValue } from "./database.ts";
import type { HybridClock } from "./hybrid-clock.ts";

import { currentModule } from "./module-scope.ts";
import { columnsOf, decodeRow, encode, primaryKeyOf } from "./rows.ts";
import { tables, type Row, type Save, type TableName } from "./tables.ts";

/** The one writer of rows: stamps them and keeps the change log in the same transaction. */
export interface Writer {
  save<T extends TableName>(table: T, changes: Save<T>): Promise<Row<T>>;
  remove(table: TableName, key: string): Promise<boolean>;
}

interface WriterParts {
  readonly database: Database;
  readonly changeLog: ChangeLog;
  readonly hybridClock: HybridClock;
  readonly node: string;
}

/** Makes the writer of a database. */
export function createWriter(parts: WriterParts): Writer {
  const { database, changeLog, hybridClock, node } = parts;
  const lockText = database.dialect === "mariadb" ? " FOR UPDATE" : "";

  async function current(table: TableName, key: string): Promise<SqlRow | undefined> {
    const [row] = await database.read(
      `SELECT * FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?${lockText}`,
      [key],
    );
    return row;
  }

  async function insert<T extends TableName>(table: T, changes: Readonly<Record<string, unknown>>): Promise<Row<T>> {
    const stamp = hybridClock.next();
    const values: Record<string, SqlValue> = {};
    for (const [name, column] of Object.entries(columnsOf(table))) values[name] = encode(column, initialValue(table, name, column, changes));
    const row = {
      ...values,
      lastUpdatedModule: currentModule(),
      lastUpdatedNode: node,
      version: 1,
      _v: JSON.stringify(stampAll(Object.keys(values), stamp)),
    };
    const names = Object.keys(row);
    await database.write(
      `INSERT INTO \`${table}\` (${names.map(quote).join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      Object.values(row),
    );
    await log(table, { operation: "insert", version: 1, stamp, values, key: values[primaryKeyOf(table)] as string });
    return decodeRow(table, row);
  }

  async function update<T extends TableName>(table: T, before: SqlRow, changes: Readonly<Record<string, unknown>>): Promise<Row<T>> {
    const columns = columnsOf(table);
    const different: Record<string, SqlValue> = {};
    for (const [name, value] of Object.entries(changes)) {
      const column = columns[name];
      if (!column || value === undefined) continue;
      const encoded = encode(column, value);
      if (encoded !== before[name]) different[name] = encoded;
    }
    const names = Object.keys(different);
    if (names.length === 0) return decodeRow(table, before);
    const stamp = hybridClock.next();
    const stamps = { ...(JSON.parse(before["_v"] as string) as Record<string, string>), ...stampAll(names, stamp) };
    const written = {
      ...different,
      lastUpdatedModule: currentModule(),
      lastUpdatedNode: node,
      version: (before["version"] as number) + 1,
      _v: JSON.stringify(stamps),
    };
    const key = before[primaryKeyOf(table)] as string;
    await database.write(
      `UPDATE \`${table}\` SET ${Object.keys(written).map((name) => `${quote(name)} = ?`).join(", ")} WHERE ${quote(primaryKeyOf(table))} = ?`,
      [...Object.values(written), key],
    );
    await log(table, { operation: "update", version: written.version, stamp, values: different, key });
    return decodeRow(table, { ...before, ...written });
  }

  async function log(
    table: TableName,
    change: { operation: "insert" | "update" | "remove"; version: number; stamp: string; key: string; values: Readonly<Record<string, SqlValue>> },
  ): Promise<void> {
    if (tables[table].class === "local") return;
    const { values, ...rest } = change;
    await changeLog.append({ ...rest, table, data: publicValues(columnsOf(table), values) });
  }

  return {
    async save(table, changes) {
      const key = (changes as Readonly<Record<string, unknown>>)[primaryKeyOf(table)] as string;
      const before = await current(table, key);
      return before ? update(table, before, changes) : insert(table, changes);
    },
    async remove(table, key) {
      const before = await current(table, key);
      if (!before) return false;
      await database.write(`DELETE FROM \`${table}\` WHERE \`${primaryKeyOf(table)}\` = ?`, [key]);
      const version = (before["version"] as number) + 1;
      await log(table, { operation: "remove", version, stamp: hybridClock.next(), key, values: {} });
      return true;
    },
  };
}

function initialValue(table: TableName, name: string, column: Column, changes: Readonly<Record<string, unknown>>): unknown {
  const value = changes[name] === undefined ? column.initial : changes[name];
  if (value === undefined || (value === null && !column.nullable)) {
    throw new ServiceError("INTERNAL", { detail: `a new row of ${table} needs a value for ${name}` });
  }
  return value;
}

function publicValues(columns: Readonly<Record<string, Column>>, values: Readonly<Record<string, SqlValue>>) {
  const shown: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(values)) shown[name] = columns[name]?.kind === "sealed" ? "[secret]" : value;
  return shown;
}

function stampAll(names: readonly string[], stamp: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, stamp]));
}

function quote(name: string): string {
  return `\`${name}\``;
}
