import type { Properties } from "./property.ts";
import type { RelationFacts } from "./relations.ts";
import type { TableClass } from "./table-classes.ts";
import type { UniqueMergingName } from "./unique-mergings.ts";

/** List that a policy reads of a resource: one column of all related rows. */
export interface PolicyList {
  /** Relation; without one it is a fact that no row has. */
  readonly relation?: string;
  /** Relation that leads from those rows to the ones that have the column. */
  readonly through?: string;
  /** Filter of the related rows: those with a value in a column count. */
  readonly only?: { readonly column: string; readonly value: string };
  readonly column: string;
}

/** View of a resource as `resource` in policies: the properties that are marked, unless it names them, and lists. */
export interface PolicyView {
  readonly fields?: readonly string[];
  readonly lists?: Readonly<Record<string, PolicyList>>;
}

/** View of a resource for callers. */
export interface EntityFacts {
  /** Name of its type. */
  readonly type: string;
  /** Name of its key in addresses. */
  readonly key: string;
  /** Property that holds that key, if it is not the key of the row. */
  readonly property?: string;
}

/** Index of a table; the key column is named if it is a part. */
export interface Index {
  readonly columns: readonly string[];
  readonly unique?: true;
  /** Rule about rows of several nodes that have the same values; each unique index has one, and each of numbers that a node counts. */
  readonly merging?: UniqueMergingName;
}

/**
 * Content of the rows of a resource: `configuration`, which people decide and take to other installations as files; a `part` of the
 * configuration of another resource, which is written with it; or `data`, which work with an installation makes.
 */
export type Holding = "configuration" | "part" | "data";

/** Resource, declared once; everything else is derived from it (docs/adding-a-resource.md). */
export interface Resource<
  N extends string = string,
  T extends string = string,
  C extends TableClass = TableClass,
  K extends string = string,
  P extends Properties = Properties,
  V extends string = string,
> {
  /** Name by which queries, relations and other resources know it. */
  readonly name: N;
  readonly table: T;
  readonly class: C;
  readonly holds: Holding;
  /** Property that is the primary key. */
  readonly key: K;
  /** Properties by which people and files name a row, if not by its key. */
  readonly knownBy?: readonly string[];
  /** View for callers; absent if no caller sees the resource. */
  readonly entity?: EntityFacts;
  readonly properties: P;
  readonly relations: Readonly<Record<string, RelationFacts>>;
  /** Indexes of its table besides the primary key. */
  readonly indexes: readonly Index[];
  /** Views in policies, by the name of the resource there. */
  readonly policies: Readonly<Record<V, PolicyView>>;
}

type Given<N extends string, T extends string, C extends TableClass, K, P extends Properties, V extends string> = {
  readonly table?: T;
  readonly class: C;
  readonly holds: Holding;
  readonly key: K;
  readonly knownBy?: readonly (keyof P & string)[];
  readonly entity?: EntityFacts;
  readonly properties: P;
  readonly relations?: Readonly<Record<string, RelationFacts>>;
  readonly indexes?: readonly Index[];
  readonly policies?: Readonly<Record<V, PolicyView>>;
} & (N extends T ? unknown : { readonly table: T });

/** Declares a resource, and keeps the exact types of its properties. */
export function resource<
  const N extends string,
  const C extends TableClass,
  const P extends Properties,
  const K extends keyof P & string,
  const T extends string = N,
  const V extends string = never,
>(name: N, given: Given<N, T, C, K, P, V>): Resource<N, T, C, K, P, V> {
  const { table = name as string as T, relations = {}, indexes = [], policies = {} as Record<V, PolicyView> } = given;
  return { ...given, name, table, relations, indexes, policies };
}

/** Declares an index of the table by these columns. */
export const index = (...columns: readonly string[]): Index => ({ columns });

/** Declares an index by which no two rows have the same values, and how rows of several nodes merge that do. */
export const unique = (merging: UniqueMergingName, ...columns: readonly string[]): Index => ({
  columns,
  unique: true,
  merging,
});

/** Declares an index that begins with a number which each node counts by itself, so that two rows may have the same. */
export const counted = (...columns: readonly string[]): Index => ({ columns, merging: "number" });
