import type { ValueType } from "#domain/query/bound-query.ts";
import type { ColumnKind } from "#domain/resources/format/property.ts";
import type { RelationFacts } from "#domain/resources/format/relations.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";

import type { TableName, ViewName } from "../tables.ts";

/** A column of a source. */
export interface SourceColumn {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** Type in expressions; null = cannot be compared (JSON, secrets). */
  readonly type: ValueType | null;
}

/** Relation between a row of one source and rows of another. */
export interface SourceRelation {
  /** Source of the related rows. */
  readonly source: string;
  readonly many: boolean;
  /** Column of the owner. */
  readonly from: string;
  /** Column of the related rows. */
  readonly to: string;
  /** Table between them: its column that refers to the owner, and the one that refers to the related row. */
  readonly through?: { readonly table: TableName; readonly from: string; readonly to: string };
}

/** A source of queries: the rows of a resource, with its relations. */
export interface Source {
  readonly name: string;
  readonly table: TableName | ViewName;
  readonly key: string;
  readonly columns: Readonly<Record<string, SourceColumn>>;
  /** Columns in which `$search` looks; a column of another row follows the relations that lead to it, such as `account/shortId`. */
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

const declared: Readonly<Record<string, Resource>> = resources;

/** Column of the node that writes a row of the class `owned`. */
const home: Readonly<Record<string, SourceColumn>> = { homeNode: { kind: "text", nullable: false, type: "string" } };

function makeSource({ name, table, class: kind, key, properties, relations }: Resource): Source {
  const kept = Object.entries(properties).filter(([, { facts }]) => facts.home !== "elsewhere");
  return {
    name,
    table: table as TableName | ViewName,
    key,
    columns: {
      ...Object.fromEntries(
        kept.map(([column, { facts }]) => [
          column,
          { kind: facts.kind, nullable: facts.nullable, type: valueTypes[facts.kind] },
        ]),
      ),
      ...stamps,
      ...(kind === "owned" ? home : {}),
    },
    searchable: Object.entries(properties).flatMap(([column, { facts }]) => {
      if (typeof facts.searched === "string") return [facts.searched];
      return facts.searched === true && facts.home !== "elsewhere" ? [column] : [];
    }),
    relations: Object.fromEntries(
      Object.entries(relations).map(([of, relation]) => [
        of,
        { from: key, to: keyOf(relation.source), ...(relation as RelationFacts & Pick<SourceRelation, "through">) },
      ]),
    ),
  };
}

function keyOf(source: string): string {
  const resource = declared[source];
  if (resource === undefined) throw new RangeError(`there is no resource '${source}'`);
  return resource.key;
}

const sources = new Map(Object.values(declared).map((resource) => [resource.name, makeSource(resource)]));

/**
 * Returns the source of a name; every resource is one.
 * @throws RangeError for an unknown name
 */
export function sourceOf(name: string): Source {
  const source = sources.get(name);
  if (source === undefined) throw new RangeError(`there is no source '${name}'`);
  return source;
}

const byTable = new Map([...sources.values()].map((source) => [source.table, source]));

/** Returns the source of the rows of a table or view. */
export function sourceOfTable(table: TableName | ViewName): Source {
  return byTable.get(table) ?? sourceOf(table);
}

/**
 * Returns a relation of a source by its name.
 * @throws RangeError for an unknown name
 */
export function relationOf(source: Source, name: string): SourceRelation {
  const relation = Object.hasOwn(source.relations, name) ? source.relations[name] : undefined;
  if (relation === undefined) throw new RangeError(`the source '${source.name}' has no relation '${name}'`);
  return relation;
}
