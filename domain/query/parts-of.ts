import type { Expression, RelationStep } from "./bound-query.ts";

/** An expression that is made of others. */
export type Composed = Exclude<Expression, { readonly kind: "literal" | "column" | "any" | "all" | "count" }>;

/** Returns the direct parts of an expression. */
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

/** Returns the expression with other parts, in the order of `partsOf`. */
export function withParts(expression: Composed, parts: readonly Expression[]): Composed {
  const [first = expression, second = expression] = parts;
  switch (expression.kind) {
    case "compare":
    case "arithmetic":
      return { ...expression, left: first, right: second };
    case "in":
      return { ...expression, of: first, values: parts.slice(1) };
    case "and":
    case "or":
      return { ...expression, of: parts };
    case "not":
    case "negate":
      return { ...expression, of: first };
    case "call":
      return { ...expression, arguments: parts };
    default:
      return choiceWith(expression, parts);
  }
}

type Choice = Extract<Expression, { readonly kind: "choice" }>;

function choiceWith(expression: Choice, parts: readonly Expression[]): Choice {
  const cases = expression.cases.map(({ when, gives }, index) => ({
    when: parts[2 * index] ?? when,
    gives: parts[2 * index + 1] ?? gives,
  }));
  return { ...expression, cases, otherwise: parts.at(-1) ?? expression.otherwise };
}

/** Row that a part of an expression names. */
export interface RowOf {
  readonly scope: number;
  readonly via: readonly RelationStep[];
}

/** Returns the expression about other rows: `move` replaces each reference to a row. */
export function mapExpression<E extends Expression>(expression: E, move: (row: RowOf) => RowOf): E;
export function mapExpression(expression: Expression, move: (row: RowOf) => RowOf): Expression {
  switch (expression.kind) {
    case "literal":
      return expression;
    case "column":
      return { ...expression, ...move(expression) };
    case "any":
    case "all":
    case "count": {
      const where = expression.where === null ? null : mapExpression(expression.where, move);
      return { ...expression, ...move(expression), where };
    }
    default:
      return withParts(
        expression,
        partsOf(expression).map((part) => mapExpression(part, move)),
      );
  }
}
