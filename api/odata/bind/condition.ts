import type { Expression } from "#domain/query/bound-query.ts";

import type * as Tree from "../syntax/tree.ts";
import { failure } from "./fail.ts";
import { placeOf, type Scope } from "./scope.ts";
import { describeType, typeOf } from "./value-types.ts";

/**
 * Binds an expression that must be true or false.
 * @throws TYPES_INCOMPATIBLE
 */
export function bindCondition(node: Tree.Expression, scope: Scope): Expression {
  const bound = scope.bind(node, scope);
  const type = typeOf(bound);
  if (type === "boolean") return bound;
  const rule = `a condition is needed here, and this is ${describeType(type)}.`;
  throw failure("TYPES_INCOMPATIBLE", placeOf(scope, node.at), rule);
}

/** Joins conditions; returns null if there is none. */
export function allOf(conditions: readonly (Expression | null)[]): Expression | null {
  const given = conditions.filter((condition) => condition !== null);
  const [first] = given;
  if (first === undefined || given.length === 1) return first ?? null;
  return { kind: "and", of: given };
}
