import type { BoundQuery, ValueType } from "#domain/query/bound-query.ts";

import type { EntitySet, Navigation } from "../entity-set.ts";
import type { Property, StructuredType } from "../structured-type.ts";

/** A read with every name resolved: the query of the store, and the shape of the answer. */
export interface BoundRead {
  readonly query: BoundQuery;
  readonly shape: ReadShape;
}

/** Parts of an entity that an answer shows. */
export interface ReadShape {
  readonly set: EntitySet;
  /** Declared type of the entities, after a cast. */
  readonly type: StructuredType;
  /** The properties to write, in the order of their declaration. */
  readonly properties: readonly ShownProperty[];
  /** Properties of entities of derived types. The first type here whose `when` holds for the row is used. */
  readonly derived: readonly { readonly type: StructuredType; readonly properties: readonly ShownProperty[] }[];
  /** Computed values to write, each under its own name among the properties. */
  readonly computed: readonly ShownComputed[];
  /** The properties to write, of any of these types, that are gathered from rows expanded under their names. */
  readonly gathered: readonly GatheredProperty[];
  /** Names of the properties that the set's attachment must add first. */
  readonly attached: readonly string[];
  /** The actions that `$select` names. */
  readonly advertised: readonly string[];
  /** Text in brackets after the set in `@odata.context`: `id,user(key)`; null if nothing is selected or expanded. */
  readonly selectList: string | null;
  readonly expand: readonly ShownExpand[];
}

/** Returns the actions that entities of a shape advertise: those that `$select` names, or every one in full metadata. */
export function advertisedActions({ set, advertised }: ReadShape, isFull: boolean): readonly string[] {
  return isFull ? Object.keys(set.actions ?? {}) : advertised;
}

/** Returns the shape that writes nothing of an entity. */
export function bareShape(set: EntitySet, type: StructuredType): ReadShape {
  const nothing = { properties: [], derived: [], computed: [], gathered: [], attached: [], advertised: [] };
  return { set, type, ...nothing, selectList: null, expand: [] };
}

/** Returns the same read with only the key of each entity, for counts and references. */
export function keysOnlyRead({ query, shape }: BoundRead): BoundRead {
  return {
    query: { ...query, columns: query.columns.slice(0, 1), computed: [], expand: [] },
    shape: bareShape(shape.set, shape.type),
  };
}

/** A property to write. */
export interface ShownProperty {
  readonly name: string;
  readonly property: Property;
  /** Parts of a complex value to write; null for all of them. */
  readonly parts: readonly ShownProperty[] | null;
}

/** A property to write that gathers the entities of a navigation. */
export interface GatheredProperty extends ShownProperty {
  readonly property: Property & { readonly gathers: NonNullable<Property["gathers"]> };
}

/** A computed value to write. */
export interface ShownComputed {
  readonly name: string;
  readonly type: ValueType;
}

/** An expanded navigation to write; its rows are under the same name in the result. */
export interface ShownExpand {
  readonly name: string;
  readonly navigation: Navigation;
  /** `entities`: the rows; `count`: `name@odata.count` only; `references`: their `@odata.id` only. */
  readonly form: "entities" | "count" | "references";
  /** True if `name@odata.count` is written beside the rows. */
  readonly count: boolean;
  readonly shape: ReadShape;
}
