import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";

import { sourceOf } from "./query/sources.ts";
import type { TableName, ViewName } from "./tables.ts";

/** How the rows of one table belong to a row of another. */
export interface Relation {
  readonly table: TableName;
  /** Column of the related table that holds the owner's key. */
  readonly column: string;
  /** The owner's column it refers to. */
  readonly ownerColumn: string;
}

type Relations = Readonly<Record<string, Relation>>;

/** The relations a predicate may name, by the owner's table: those that lead there without a table between. */
export const relations = Object.fromEntries(
  Object.values<Resource>(resources).map(({ name, table }) => [table, directOf(name)]),
) as Readonly<Record<TableName | ViewName, Relations>>;

function directOf(name: string): Relations {
  return Object.fromEntries(
    Object.entries(sourceOf(name).relations).flatMap(([of, { source, from, to, through }]) =>
      through === undefined
        ? [[of, { table: sourceOf(source).table as TableName, column: to, ownerColumn: from }]]
        : [],
    ),
  );
}
