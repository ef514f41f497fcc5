import type { Expression, RelationStep } from "#domain/query/bound-query.ts";

import type { EntitySet, Navigation } from "../entity-set.ts";
import type { StructuredType } from "../structured-type.ts";
import { failure, type QueryPosition } from "./fail.ts";

/** Rows that a query, or an expanded one, reads. */
export interface Rows {
  readonly set: EntitySet;
  /** Declared type of the rows: that of the set, or one derived from it after a cast. */
  readonly type: StructuredType;
  readonly source: string;
  readonly policy: string;
}

/** A row that a path has reached: from a level, over to-one relations, perhaps cast to a derived type. */
export interface Position {
  readonly level: number;
  readonly via: readonly RelationStep[];
  readonly set: EntitySet;
  readonly type: StructuredType;
}

/** Returns a column of the row at a position, as an expression. */
export function columnAt(
  { level, via }: Pick<Position, "level" | "via">,
  column: string,
  type: Extract<Expression, { kind: "column" }>["type"],
): Expression {
  return { kind: "column", type, column, scope: level, via };
}

/**
 * Returns the condition that a row of a level has this type; null if every row of the set has it. By default the level
 * is that of the query.
 */
export function conditionOf({ set, type }: Pick<Position, "set" | "type">, level = 0): Expression | null {
  if (type === set.type || type.when === undefined) return null;
  return {
    kind: "compare",
    operator: "eq",
    left: columnAt({ level, via: [] }, type.when.column, "string"),
    right: { kind: "literal", type: "string", value: type.when.value },
  };
}

/**
 * Returns the rows that a navigation leads to, with the relation that a query follows.
 * @throws FILTER_NOT_ALLOWED or the code given, if no query can follow it
 */
export function followable(
  navigation: Navigation,
  place: QueryPosition,
  code: "FILTER_NOT_ALLOWED" | "EXPAND_NOT_ALLOWED" = "FILTER_NOT_ALLOWED",
): Rows & { readonly relation: string } {
  const found = wayOf(navigation);
  if (found !== undefined) return found;
  const how = code === "EXPAND_NOT_ALLOWED" ? "cannot be expanded" : "cannot be followed in an expression";
  throw failure(code, place, `'${navigation.name}' ${how}. Read it by its own address.`);
}

/** Returns the rows that a navigation leads to, with their relation; undefined if no query can follow it. */
export function wayOf(navigation: Navigation): (Rows & { readonly relation: string }) | undefined {
  const set = navigation.target();
  const { relation } = navigation;
  const policy = (navigation.many ? navigation.list : navigation.get)?.policy;
  if (relation === undefined || set.source === undefined || policy === undefined) return undefined;
  return { relation, source: set.source, policy, set, type: set.type };
}
