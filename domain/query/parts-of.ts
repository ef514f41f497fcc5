import type { Expression } from "./bound-query.ts";

/** The expressions of which one is made. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "literal":
    case "column":
      return [];
    case "in":
      return [expression.of, ...expression.values];
    case "and":
    case "or":
      return expression.of;
    case "not":
    case "negate":
      return [expression.of];
    case "call":
      return expression.arguments;
    case "choice":
      return [...expression.cases.flatMap(({ when, gives }) => [when, gives]), expression.otherwise];
    default:
      return "left" in expression ? [expression.left, expression.right] : optional(expression.where);
  }
}

function optional(expression: Expression | null): readonly Expression[] {
  return expression === null ? [] : [expression];
}
