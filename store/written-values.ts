import { ServiceError } from "#domain/errors.ts";
import type { JsonValue } from "#domain/json.ts";
import type { Column } from "#domain/resources/format/property.ts";
import { mayRise } from "#domain/resources/format/rising-columns.ts";
import { tableClasses } from "#domain/resources/format/table-classes.ts";

import { replacedStamps } from "./changes/row-stamps.ts";
import { heldFold } from "./folded-id.ts";
import { currentModule } from "./module-scope.ts";
import { uniquesOf } from "./replication/claim-places.ts";
import { columnsOf, encode, primaryKeyOf } from "./rows.ts";
import type { SqlRow, SqlValue } from "./sql/sql.ts";
import { type TableName, tables } from "./tables.ts";

type Values = Readonly<Record<string, unknown>>;

/** Adds the fold to a user ID that is written, so that no writer of users can forget it. */
export function withFold(table: TableName, changes: Values): Values {
  const id = table === "users" ? changes["id"] : undefined;
  return typeof id === "string" ? { foldedId: heldFold(id), ...changes } : changes;
}

/**
 * Refuses an update of a row of the class `rising` that lets a value fall.
 * @throws INTERNAL
 */
export function requireRising(table: TableName, before: SqlRow, values: Readonly<Record<string, SqlValue>>): void {
  for (const [name, value] of Object.entries(values)) {
    const column = columnsOf(table)[name];
    if (column === undefined || !mayRise(column, before[name], value))
      throw new ServiceError("INTERNAL", { detail: `${name} of a row of ${table} only rises` });
  }
}

/** Returns the stamps of a row, with its life. */
export function stampsOf(row: SqlRow): Record<string, string> {
  return JSON.parse(row["_v"] as string) as Record<string, string>;
}

/** Returns some columns of a row as the database stores them, by default all. */
export function valuesOf(
  table: TableName,
  row: SqlRow,
  names = Object.keys(columnsOf(table)),
): Record<string, SqlValue> {
  return Object.fromEntries(names.map((name) => [name, row[name] as SqlValue]));
}

/** Returns the columns that a change changes, with their new values as the database stores them. */
export function differences(table: TableName, before: SqlRow, changes: Values): Record<string, SqlValue> {
  const columns = columnsOf(table);
  const different: Record<string, SqlValue> = {};
  for (const [name, value] of Object.entries(changes)) {
    const column = columns[name];
    if (!column || value === undefined) continue;
    const encoded = encode(column, value);
    if (encoded !== before[name]) different[name] = encoded;
  }
  return different;
}

/** Returns true if a row that stood behind another with the same values gets values of its own. */
export function claimsAnew(table: TableName, { claimPlace = "" }: SqlRow, names: readonly string[]): boolean {
  return claimPlace !== "" && uniquesOf(table).some(({ columns }) => columns.some((column) => names.includes(column)));
}

/** Returns the stamps that a change replaces, for the log. */
export function replaced(
  table: TableName,
  row: SqlRow,
  stamps: Readonly<Record<string, string>>,
  columns?: readonly string[],
): string {
  const of = { text: row["_v"] as string, stamps, epoch: row["ownerEpoch"], primaryKey: primaryKeyOf(table) };
  return replacedStamps(columns === undefined ? of : { ...of, columns });
}

/** Returns what the class of a table allows. */
export const classOf = (table: TableName) => tableClasses[tables[table].class];

/** Returns the error for a change that the class of a table does not allow. */
export function neverDone(table: TableName, done: string): ServiceError {
  return new ServiceError("INTERNAL", {
    detail: `a row of ${table} is never ${done}: its class is ${tables[table].class}`,
  });
}

/**
 * Returns the value of a column in a new row.
 * @throws INTERNAL if it needs one and has none
 */
export function initialValue(table: TableName, name: string, column: Column, changes: Values): unknown {
  const value = changes[name] === undefined ? column.initial : changes[name];
  if (value === undefined || (value === null && !column.nullable && column.kind !== "json")) {
    throw new ServiceError("INTERNAL", { detail: `a new row of ${table} needs a value for ${name}` });
  }
  return value;
}

/** Returns values as the log shows them: without those of each node alone, and without secrets. */
export function publicValues(columns: Readonly<Record<string, Column>>, values: Readonly<Record<string, SqlValue>>) {
  const shown: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(values)) {
    if (columns[name]?.ofNode !== true) shown[name] = columns[name]?.kind === "sealed" ? "[secret]" : value;
  }
  return shown;
}

/** Returns the columns that the writer sets on every row. */
export function rowStamps(
  { node }: { readonly node: string },
  version: number,
  stamps: Readonly<Record<string, string>>,
) {
  return { lastUpdatedModule: currentModule(), lastUpdatedNode: node, version, _v: JSON.stringify(stamps) };
}
