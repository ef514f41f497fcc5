import type { Column } from "#domain/resources/format/property.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import type { TableClass } from "#domain/resources/format/table-classes.ts";
import { resources } from "#domain/resources/resources.ts";

type Resources = typeof resources;
type WrittenResources = {
  readonly [
    N in keyof Resources as Resources[N]["class"] extends "derived" ? never : Resources[N]["table"]
  ]: Resources[N];
};

/** Name of a table whose rows are written through `Store.add`, `Store.save` and `Store.remove`. */
export type TableName = keyof WrittenResources;

/**
 * Name of a table that the store itself derives from the audit: read like any table, written by `audit-figures.ts` and `sessions.ts` only.
 */
export type ViewName = Exclude<Resources[keyof Resources]["table"], TableName>;

/** A table as the store sees it. */
export interface Table {
  readonly class: TableClass;
  readonly primaryKey: string;
  readonly columns: Readonly<Record<string, Column>>;
}

// One shape for all, because columns are looked up with each row.
const columnOf = ({ kind, nullable, size, wide, initial, ofNode, rises }: Column): Column => ({
  kind,
  nullable,
  size,
  wide,
  initial,
  ofNode,
  rises,
});

const known = Object.values<Resource>(resources).map(({ table, class: of, key, properties }): [string, Table] => {
  const columns = Object.entries(properties).flatMap(([name, { facts }]): [string, Column][] =>
    facts.home === "elsewhere" ? [] : [[name, columnOf(facts)]],
  );
  return [table, { class: of, primaryKey: key, columns: Object.fromEntries(columns) }];
});

/** Every table, and what is derived from others, by name. */
export const tablesAndViews = Object.fromEntries(known) as Readonly<Record<TableName | ViewName, Table>>;

/** Every table whose rows are written through `Store.add`, `Store.save` and `Store.remove`. */
export const tables = Object.fromEntries(known.filter(([, { class: of }]) => of !== "derived")) as Readonly<
  Record<TableName, Table>
>;

/** Tells whether a name is that of a table whose rows are written, and not of a view. */
export function isTable(name: string): name is TableName {
  return Object.hasOwn(tables, name);
}

/** Columns that the writer sets on every row: its last writer and its version. */
export type RowStamps = {
  readonly lastUpdatedModule: string;
  readonly lastUpdatedNode: string;
  /** Number that rises with every change of the row. */
  readonly version: number;
};

type ReadResources = { readonly [N in keyof Resources as Resources[N]["table"]]: Resources[N] };
type PropertiesOf<T extends TableName | ViewName> = ReadResources[T]["properties"];
type ColumnsOf<P> = { readonly [C in keyof P as P[C] extends { readonly home: "elsewhere" } ? never : C]: P[C] };
type Values<P> = { readonly [C in keyof P]: P[C] extends { readonly value: infer V } ? V : never };

/** A row as its readers see it. */
export type Row<T extends TableName | ViewName> = Values<ColumnsOf<PropertiesOf<T>>> & RowStamps;

/** The primary key's column of a table. */
export type PrimaryKey<T extends TableName> = WrittenResources[T]["key"];

/** Changes of a row: its primary key, and the columns to set. */
export type Save<T extends TableName> = Partial<Values<ColumnsOf<PropertiesOf<T>>>> & {
  readonly [C in PrimaryKey<T>]: string;
};
