import type { Column } from "./columns.ts";
import type { SqlRow, SqlValue } from "./database.ts";
import { tables, type Row, type TableName } from "./tables.ts";

/** The columns of a table by name, without the writer's stamps. */
export function columnsOf(name: TableName): Readonly<Record<string, Column>> {
  return tables[name].columns;
}

/** The name of a table's primary key. */
export function primaryKeyOf(name: TableName): string {
  return tables[name].primaryKey;
}

/** A value as the driver takes it. */
export function encode(column: Column, value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (column.kind === "flag") return value === true ? 1 : 0;
  if (column.kind === "json") return JSON.stringify(value);
  return value as SqlValue;
}

function decode(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (column.kind === "flag") return value === 1;
  if (column.kind === "json") return JSON.parse(value as string);
  return value;
}

/** A row of the driver as the service's own row. */
export function decodeRow<T extends TableName>(name: T, row: SqlRow): Row<T> {
  const decoded: Record<string, unknown> = {};
  for (const [column, definition] of Object.entries(columnsOf(name))) decoded[column] = decode(definition, row[column]);
  decoded["lastUpdatedModule"] = row["lastUpdatedModule"];
  decoded["lastUpdatedNode"] = row["lastUpdatedNode"];
  decoded["version"] = row["version"];
  return decoded as Row<T>;
}
