import type { Expression } from "#domain/query/bound-query.ts";
import { eq } from "#domain/query/condition.ts";
import { mapExpression, type RowOf } from "#domain/query/parts-of.ts";

import type { PropertyCases } from "../structured-type.ts";
import { keyColumn } from "./bind-order.ts";
import type { Position } from "./position.ts";
import type { Scope } from "./scope.ts";
import { literal } from "./value-types.ts";

/**
 * Returns the value of a property that follows from conditions on other columns of the row at a position. It is null if
 * there is no row.
 */
export function choiceAt(position: Position, { cases, otherwise }: PropertyCases): Expression {
  const { level, via } = position;
  const there = ({ scope }: RowOf): RowOf => {
    if (scope > 0) throw new RangeError("the condition of a property is one on the columns of its row");
    return { scope: level, via };
  };
  const named = cases.map(({ where, value }) => ({
    when: mapExpression(where, there),
    gives: literal("string", value),
  }));
  // A row that is absent, or may not be seen, would meet conditions such as "is null".
  const isAbsent = mapExpression(eq(keyColumn(position).column, null), there);
  return {
    kind: "choice",
    type: "string",
    cases: via.length === 0 ? named : [{ when: isAbsent, gives: nothing }, ...named],
    otherwise: literal("string", otherwise),
  };
}

/** Returns a condition as a property of the row at a position. The levels of its related rows come after all levels in scope. */
export function conditionAt({ level, via }: Position, condition: Expression, { levels }: Pick<Scope, "levels">) {
  return mapExpression(condition, ({ scope, via: further }) =>
    scope === 0 ? { scope: level, via: [...via, ...further] } : { scope: levels.length + scope - 1, via: further },
  );
}

const nothing = literal("null", null);
