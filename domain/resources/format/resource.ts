import type { Properties } from "./property.ts";
import type { RelationFacts } from "./relations.ts";
import type { TableClass } from "./table-classes.ts";

/** A list that a policy reads of a resource: one column of all related rows. */
export interface PolicyList {
  /** The relation; without one it is a fact that no row has. */
  readonly relation?: string;
  /** The relation that leads from those rows to the ones that have the column. */
  readonly through?: string;
  /** The related rows that count: those with a value in a column. */
  readonly only?: { readonly column: string; readonly value: string };
  readonly column: string;
}

/** What `resource` is in policies: the properties that are marked, unless it names them, and lists. */
export interface PolicyView {
  readonly fields?: readonly string[];
  readonly lists?: Readonly<Record<string, PolicyList>>;
}

/** How callers see a resource. */
export interface EntityFacts {
  /** The name of its type. */
  readonly type: string;
  /** The name of its key in addresses. */
  readonly key: string;
  /** The property that holds that key, where it is not the one of the row. */
  readonly property?: string;
}

/** An index of its table, with the key column named where it is a part. */
export interface Index {
  readonly columns: readonly string[];
  readonly unique?: true;
}

/** A resource, declared once; everything else is derived from it (docs/adding-a-resource.md). */
export interface Resource<
  N extends string = string,
  T extends string = string,
  C extends TableClass = TableClass,
  K extends string = string,
  P extends Properties = Properties,
  V extends string = string,
> {
  /** The name by which queries, relations and other resources know it. */
  readonly name: N;
  readonly table: T;
  readonly class: C;
  /** The property that is the primary key. */
  readonly key: K;
  /** Not given where no caller sees it. */
  readonly entity?: EntityFacts;
  readonly properties: P;
  readonly relations: Readonly<Record<string, RelationFacts>>;
  /** The indexes of its table beside the primary key. */
  readonly indexes: readonly Index[];
  /** By the name of the resource in policies. */
  readonly policies: Readonly<Record<V, PolicyView>>;
}

type Given<N extends string, T extends string, C extends TableClass, K, P extends Properties, V extends string> = {
  readonly table?: T;
  readonly class: C;
  readonly key: K;
  readonly entity?: EntityFacts;
  readonly properties: P;
  readonly relations?: Readonly<Record<string, RelationFacts>>;
  readonly indexes?: readonly Index[];
  readonly policies?: Readonly<Record<V, PolicyView>>;
} & (N extends T ? unknown : { readonly table: T });

/** Declares a resource; keeps the exact types of its properties. */
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

/** An index of the table by these columns. */
export const index = (...columns: readonly string[]): Index => ({ columns });

/** An index by which no two rows have the same values. */
export const unique = (...columns: readonly string[]): Index => ({ columns, unique: true });
