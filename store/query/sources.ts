import type { ValueType } from "#domain/query/bound-query.ts";

import type { ColumnKind } from "../columns.ts";
import { columnsOf, primaryKeyOf } from "../rows.ts";
import { tables, type TableName } from "../tables.ts";
import { views, type ViewName } from "../views.ts";
import { relationTable, searchableTable, sourceNames } from "./source-table.ts";

/** A column of a source. */
export interface SourceColumn {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** What it is in expressions; null = cannot be compared (JSON, secrets). */
  readonly type: ValueType | null;
}

/** How the rows of one source belong to a row of another. */
export interface SourceRelation {
  /** The source of the related rows. */
  readonly source: string;
  readonly many: boolean;
  /** The owner's column. */
  readonly from: string;
  /** The column of the related rows. */
  readonly to: string;
  /** A table between them: its column that refers to the owner, and the one that refers to the related row. */
  readonly through?: { readonly table: TableName; readonly from: string; readonly to: string };
}

/** What can be queried: a table or view with its relations. */
export interface Source {
  readonly name: string;
  readonly table: TableName | ViewName;
  readonly key: string;
  readonly columns: Readonly<Record<string, SourceColumn>>;
  /** The columns in which `$search` looks. */
  readonly searchable: readonly string[];
  readonly relations: Readonly<Record<string, SourceRelation>>;
}

const valueTypes: Readonly<Record<ColumnKind, ValueType | null>> = {
  text: "string",
  longText: "string",
  integer: "integer",
  time: "moment",
  flag: "boolean",
  json: null,
  sealed: null,
};

const stamps: Readonly<Record<string, SourceColumn>> = {
  lastUpdatedModule: { kind: "text", nullable: false, type: "string" },
  lastUpdatedNode: { kind: "text", nullable: false, type: "string" },
  version: { kind: "integer", nullable: false, type: "integer" },
};

function makeSource(table: TableName | ViewName): Source {
  const columns: Record<string, SourceColumn> = {};
  for (const [name, { kind, nullable }] of Object.entries(columnsOf(table))) {
    columns[name] = { kind, nullable, type: valueTypes[kind] };
  }
  const name = sourceNames[table] ?? table;
  return {
    name,
    table,
    key: primaryKeyOf(table),
    columns: { ...columns, ...stamps },
    searchable: searchableTable[name] ?? [],
    relations: relationTable[name] ?? {},
  };
}

const sources = new Map(
  (Object.keys({ ...tables, ...views }) as (TableName | ViewName)[]).map((table) => {
    const source = makeSource(table);
    return [source.name, source];
  }),
);

/**
 * The source of a name: every table is one, mostly under its own name.
 * @throws RangeError for an unknown name
 */
export function sourceOf(name: string): Source {
  const source = sources.get(name);
  if (source === undefined) throw new RangeError(`there is no source '${name}'`);
  return source;
}

/**
 * A relation of a source by its name.
 * @throws RangeError for an unknown name
 */
export function relationOf(source: Source, name: string): SourceRelation {
  const relation = Object.hasOwn(source.relations, name) ? source.relations[name] : undefined;
  if (relation === undefined) throw new RangeError(`the source '${source.name}' has no relation '${name}'`);
  return relation;
}
