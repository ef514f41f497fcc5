import type { Predicate, PredicateValue } from "#domain/predicate.ts";
import type { Expression } from "#domain/query/bound-query.ts";

import type { PropertyCases } from "../structured-type.ts";
import { keyColumn } from "./bind-order.ts";
import { columnAt, type Position } from "./position.ts";
import { literal } from "./value-types.ts";

/** A property of the row at a position whose value follows from conditions on other columns; null where there is no row. */
export function choiceAt(position: Position, { cases, otherwise }: PropertyCases): Expression {
  const named = cases.map(({ where, value }) => ({
    when: conditionAt(position, where),
    gives: literal("string", value),
  }));
  // A row that is not there, or may not be seen, fulfils conditions such as "is null".
  const absent = { when: compared(position, { column: keyColumn(position).column, value: null }), gives: nothing() };
  return {
    kind: "choice",
    type: "string",
    cases: position.via.length === 0 ? named : [absent, ...named],
    otherwise: literal("string", otherwise),
  };
}

const nothing = () => literal("null", null);

function conditionAt(position: Position, where: Predicate): Expression {
  switch (where.op) {
    case "and":
      return { kind: "and", of: where.of.map((part) => conditionAt(position, part)) };
    case "eq":
      return compared(position, where);
    case "in": {
      const [first = ""] = where.values;
      const of = columnAt(position, where.column, typeOfValue(first));
      return { kind: "in", of, values: where.values.map((value) => literal(typeOfValue(value), value)) };
    }
    default:
      throw new RangeError(`the condition of a property is a comparison by eq, in and and, not by ${where.op}`);
  }
}

function compared(position: Position, { column, value }: { readonly column: string; readonly value: PredicateValue }) {
  const type = typeOfValue(value);
  return {
    kind: "compare",
    operator: "eq",
    left: columnAt(position, column, type === "null" ? "string" : type),
    right: literal(type, value),
  } as const;
}

function typeOfValue(value: PredicateValue) {
  if (value === null) return "null";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "number" ? "integer" : "string";
}
