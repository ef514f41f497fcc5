import type { Column } from "#domain/resources/format/property.ts";

import type { SqlRow, SqlValue } from "./sql/sql.ts";
import { type Row, type TableName, tablesAndViews, type ViewName } from "./tables.ts";

/** Returns the columns of a table or view by name, without the writer's stamps. */
export function columnsOf(name: TableName | ViewName): Readonly<Record<string, Column>> {
  return tablesAndViews[name].columns;
}

/** Returns the name of the primary key of a table, or of the column that identifies a row of a view. */
export function primaryKeyOf(name: TableName | ViewName): string {
  return tablesAndViews[name].primaryKey;
}

/** Encodes a value for the driver. */
export function encode(column: Column, value: unknown): SqlValue {
  // A JSON column without NULL stores null as a JSON value like any other.
  if (column.kind === "json" && !column.nullable) return JSON.stringify(value ?? null);
  if (value === null || value === undefined) return null;
  if (column.kind === "flag") return value === true ? 1 : 0;
  if (column.kind === "json") return JSON.stringify(value);
  return value as SqlValue;
}

/** Encodes all columns of a row for the driver; missing ones become null. */
export function encodeRow(name: TableName, row: Readonly<Record<string, unknown>>): Record<string, SqlValue> {
  const encoded: Record<string, SqlValue> = {};
  for (const [column, definition] of Object.entries(columnsOf(name))) encoded[column] = encode(definition, row[column]);
  return encoded;
}

/**
 * Longest JSON in characters that is parsed with its row. Longer JSON is parsed at its first use: the row of a proxy holds the schemas of
 * all its connectors, and is read for its key.
 */
const jsonAtOnceMaxCharacters = 1_000;

function decode(column: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (column.kind === "flag") return value === 1;
  if (column.kind === "json") return JSON.parse(value as string);
  return value;
}

/** Decodes some columns of a row from the driver. */
export function decodeColumns<T extends TableName | ViewName, C extends keyof Row<T> & string>(
  name: T,
  columns: readonly C[],
  row: SqlRow,
): Pick<Row<T>, C> {
  const definitions: Readonly<Record<string, Column>> = columnsOf(name);
  const decoded = columns.map((column) => {
    const definition = definitions[column];
    return [column, definition === undefined ? row[column] : decode(definition, row[column])];
  });
  return Object.fromEntries(decoded) as Pick<Row<T>, C>;
}

// Cached, because every row that is read or written goes through all columns of its table.
const columnLists = new Map<TableName | ViewName, readonly (readonly [string, Column])[]>();

function columnListOf(name: TableName | ViewName): readonly (readonly [string, Column])[] {
  const known = columnLists.get(name);
  if (known !== undefined) return known;
  const list = Object.entries(columnsOf(name));
  columnLists.set(name, list);
  return list;
}

/** Decodes a row from the driver. */
export function decodeRow<T extends TableName | ViewName>(name: T, row: SqlRow): Row<T> {
  const decoded: Record<string, unknown> = {};
  for (const [column, definition] of columnListOf(name)) {
    const value = row[column];
    if (definition.kind === "json" && typeof value === "string" && value.length > jsonAtOnceMaxCharacters)
      decodeLater(decoded, column, { json: value, place: `${name} ${column} ${String(row[primaryKeyOf(name)])}` });
    else decoded[column] = decode(definition, value);
  }
  decoded["lastUpdatedModule"] = row["lastUpdatedModule"];
  decoded["lastUpdatedNode"] = row["lastUpdatedNode"];
  decoded["version"] = row["version"];
  return decoded as Row<T>;
}

interface LongJson {
  readonly json: string;
  /** Table, column and key of the row. */
  readonly place: string;
}

function decodeLater(decoded: Record<string, unknown>, column: string, long: LongJson): void {
  const define = (accessor: PropertyDescriptor) =>
    Object.defineProperty(decoded, column, { ...accessor, configurable: true, enumerable: true });
  define({
    get() {
      const value = parsedOnce(long);
      define({ value, writable: true });
      return value;
    },
  });
}

/** Long JSON that was parsed before, by its place, with its value, which nobody can change. */
const parsedBefore = new Map<string, { readonly json: string; readonly value: unknown }>();
const parsedBeforeMax = 16;
const parsedBeforeMaxCharacters = 256 * 1024;

/** Parses long JSON, or returns the value of the same text: what all work asks for, such as the connectors of a proxy, changes seldom. */
function parsedOnce({ json, place }: LongJson): unknown {
  const before = parsedBefore.get(place);
  if (before?.json === json) return before.value;
  const value = frozen(JSON.parse(json));
  parsedBefore.delete(place);
  if (json.length > parsedBeforeMaxCharacters) return value;
  if (parsedBefore.size === parsedBeforeMax) parsedBefore.delete(parsedBefore.keys().next().value ?? "");
  parsedBefore.set(place, { json, value });
  return value;
}

function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
