import type { Expression } from "./bound-query.ts";

/** Column of the rows of a scope. */
export interface NamingColumn {
  readonly scope: number;
  readonly column: string;
}

/** Returns the only values of a column with which a condition on its rows can hold; null if it can hold with any. */
export function namedValues(where: Expression | null, naming: NamingColumn): readonly string[] | null {
  switch (where?.kind) {
    case "compare":
      return where.operator === "eq" ? bySides([where.left, where.right], naming) : null;
    case "in":
      return isColumn(where.of, naming) ? textsOf(where.values) : null;
    case "and":
      return where.of.map((part) => namedValues(part, naming)).find((named) => named !== null) ?? null;
    case "or": {
      const named = where.of.map((part) => namedValues(part, naming));
      return named.includes(null) ? null : named.flatMap((values) => values ?? []);
    }
    default:
      return null;
  }
}

function bySides([left, right]: readonly [Expression, Expression], naming: NamingColumn): readonly string[] | null {
  if (isColumn(left, naming)) return textsOf([right]);
  return isColumn(right, naming) ? textsOf([left]) : null;
}

function isColumn(expression: Expression, { scope, column }: NamingColumn): boolean {
  if (expression.kind !== "column" || expression.via.length > 0) return false;
  return expression.column === column && expression.scope === scope;
}

function textsOf(values: readonly Expression[]): readonly string[] | null {
  const texts = values.map((value) =>
    value.kind === "literal" && typeof value.value === "string" ? value.value : null,
  );
  return texts.includes(null) ? null : texts.filter((text) => text !== null);
}
