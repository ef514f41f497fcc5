import type { Expression, RelationStep } from "./bound-query.ts";
import { partsOf, withParts } from "./parts-of.ts";

/** Returns the expression as the service itself evaluates it: without row policies. */
export function asService(expression: Expression): Expression {
  switch (expression.kind) {
    case "literal":
      return expression;
    case "column":
      return { ...expression, via: unhidden(expression.via) };
    case "any":
    case "all":
    case "count": {
      const where = expression.where === null ? null : asService(expression.where);
      return { ...expression, via: unhidden(expression.via), policy: null, where };
    }
    default:
      return withParts(expression, partsOf(expression).map(asService));
  }
}

const unhidden = (via: readonly RelationStep[]) => via.map(({ relation }) => ({ relation, policy: null }));
