import type { Expression, RelationStep } from "#domain/query/bound-query.ts";

import type { EntitySet, Navigation } from "../entity-set.ts";
import type { StructuredType } from "../structured-type.ts";
import { failure, type QueryPosition } from "./fail.ts";

/** A row that a path has reached: from a level, over to-one relations, perhaps cast to a derived type. */
export interface Position {
  readonly level: number;
  readonly via: readonly RelationStep[];
  readonly set: EntitySet;
  readonly type: StructuredType;
}

/** A column of the row at a position. */
export function columnAt(
  position: Position,
  column: string,
  type: Extract<Expression, { kind: "column" }>["type"],
): Expression {
  return { kind: "column", type, column, scope: position.level, via: position.via };
}

/** The condition that a row is of a derived type; null where every row of the set is. */
export function conditionOf(position: Position, type: StructuredType): Expression | null {
  if (type.when === undefined) return null;
  return {
    kind: "compare",
    operator: "eq",
    left: columnAt(position, type.when.column, "string"),
    right: { kind: "literal", type: "string", value: type.when.value },
  };
}

/**
 * What a query needs to follow a navigation: relation, source and policy.
 * @throws FILTER_NOT_ALLOWED or the code given, where there is none
 */
export function followable(
  navigation: Navigation,
  place: QueryPosition,
  code: "FILTER_NOT_ALLOWED" | "EXPAND_NOT_ALLOWED" = "FILTER_NOT_ALLOWED",
): { readonly relation: string; readonly source: string; readonly policy: string; readonly set: EntitySet } {
  const set = navigation.target();
  const policy = (navigation.many ? navigation.list : navigation.get)?.policy;
  if (navigation.relation !== undefined && set.source !== undefined && policy !== undefined) {
    return { relation: navigation.relation, source: set.source, policy, set };
  }
  const how = code === "EXPAND_NOT_ALLOWED" ? "cannot be expanded" : "cannot be followed in an expression";
  throw failure(code, place, `'${navigation.name}' ${how}. Read it by its own address.`);
}
