import type { Expression } from "./bound-query.ts";
import type { RowOf } from "./parts-of.ts";

/** Prints an expression in the syntax of OData for readers; rows of relations are called r1, r2 and so on. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case "compare":
      return `${operand(expression.left)} ${expression.operator} ${operand(expression.right)}`;
    case "and":
    case "or":
      return expression.of.map(operand).join(` ${expression.kind} `) || String(expression.kind === "and");
    case "in":
      return `${operand(expression.of)} in (${expression.values.map(printExpression).join(",")})`;
    case "not":
      return `not ${operand(expression.of)}`;
    case "any":
    case "all":
    case "count":
      return printRelated(expression);
    default:
      return printValue(expression);
  }
}

type Value = Extract<Expression, { readonly kind: "literal" | "column" | "arithmetic" | "negate" | "call" | "choice" }>;

function printValue(value: Value): string {
  switch (value.kind) {
    case "literal":
      return typeof value.value === "string" ? quoted(value.value) : String(value.value);
    case "column":
      return pathTo(value, value.column);
    case "arithmetic":
      return `${operand(value.left)} ${value.operator} ${operand(value.right)}`;
    case "negate":
      return `-${operand(value.of)}`;
    case "call":
      return `${value.name}(${value.arguments.map(printExpression).join(",")})`;
    case "choice": {
      const cases = value.cases.map(({ when, gives }) => `${printExpression(when)}:${printExpression(gives)}`);
      return `case(${[...cases, `true:${printExpression(value.otherwise)}`].join(",")})`;
    }
  }
}

type Related = Extract<Expression, { readonly kind: "any" | "all" | "count" }>;

function printRelated({ kind, where, relation, ...row }: Related): string {
  const path = pathTo(row, relation);
  const inside = where === null ? "" : printExpression(where);
  if (kind === "count") return `${path}/$count${inside === "" ? "" : `($filter=${inside})`}`;
  return `${path}/${kind}(${inside === "" ? "" : `${rowName(row.scope + 1)}: ${inside}`})`;
}

function pathTo({ scope, via }: RowOf, last: string): string {
  return [...(scope === 0 ? [] : [rowName(scope)]), ...via.map(({ relation }) => relation), last].join("/");
}

const rowName = (scope: number) => `r${scope}`;

const composed: ReadonlySet<Expression["kind"]> = new Set([
  "compare",
  "arithmetic",
  "and",
  "or",
  "in",
  "not",
  "negate",
]);

function operand(expression: Expression): string {
  const text = printExpression(expression);
  return composed.has(expression.kind) ? `(${text})` : text;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
