import type { Expression, ValueType } from "./bound-query.ts";

/** Returns the type of an expression's value; conditions are boolean. */
export function valueTypeOf(expression: Expression): ValueType {
  switch (expression.kind) {
    case "literal":
    case "column":
    case "negate":
    case "arithmetic":
    case "call":
    case "choice":
      return expression.type;
    case "count":
      return "integer";
    default:
      return "boolean";
  }
}
