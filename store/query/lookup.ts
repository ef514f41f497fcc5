import type { Expression } from "#domain/query/bound-query.ts";
import { isLookedUpBy } from "#domain/resources/ordered-columns.ts";

import type { RowScope } from "./scope.ts";
import { relationOf } from "./sources.ts";

type Any = Extract<Expression, { readonly kind: "any" | "all" | "count" }>;

/** Returns true if an index finds the few rows that an `any` needs, so that the rows to which they belong can be looked up. */
export function isLookup({ scope, via, relation, where }: Any, scopes: readonly RowScope[]): boolean {
  const owner = scopes[scope];
  if (owner === undefined || where === null || via.length > 0) return false;
  const { source } = relationOf(owner.source, relation);
  return finds(where, scopes.length, source);
}

function finds(condition: Expression, level: number, source: string): boolean {
  const isFound = (one: Expression) =>
    one.kind === "column" && one.scope === level && one.via.length === 0 && isLookedUpBy(source, one.column);
  switch (condition.kind) {
    case "compare": {
      const { operator, left, right } = condition;
      const [column, value] = left.kind === "literal" ? [right, left] : [left, right];
      return operator === "eq" && isFound(column) && value.kind === "literal";
    }
    case "in":
      return isFound(condition.of) && condition.values.every(({ kind }) => kind === "literal");
    case "and":
      return condition.of.some((part) => finds(part, level, source));
    case "or":
      return condition.of.length > 0 && condition.of.every((part) => finds(part, level, source));
    default:
      return false;
  }
}
