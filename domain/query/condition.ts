import type { ComparisonOperator, Expression, Scalar, ValueType } from "./bound-query.ts";
import { mapExpression } from "./parts-of.ts";

/** Condition that holds for every row. */
export const always: Expression = { kind: "literal", type: "boolean", value: true };

/** Condition that holds for no row. */
export const never: Expression = { kind: "literal", type: "boolean", value: false };

/** Returns true if a condition is the constant that holds for every row. */
export function isAlways(condition: Expression): boolean {
  return condition.kind === "literal" && condition.value === true;
}

/** Returns true if a condition is the constant that holds for no row. */
export function isNever(condition: Expression): boolean {
  return condition.kind === "literal" && condition.value === false;
}

type Comparing = (column: string, value: Scalar) => Expression;

/** Makes the comparison of a column with a value. A value that is undefined, as in an input that is not checked yet, matches no row. */
export const comparing =
  (operator: ComparisonOperator): Comparing =>
  (column, value: Scalar | undefined) =>
    value === undefined
      ? never
      : { kind: "compare", operator, left: columnOf(column, typeOf(value)), right: literalOf(value) };

/** Matches rows whose column has this value; null equals null. */
export const eq: Comparing = comparing("eq");
/** Matches rows whose column has another value than this one; null equals null. */
export const ne: Comparing = comparing("ne");
/** Matches rows whose column is less than a value; null is not. */
export const lt: Comparing = comparing("lt");
/** Matches rows whose column is a value or less; null is not. */
export const le: Comparing = comparing("le");
/** Matches rows whose column is greater than a value; null is not. */
export const gt: Comparing = comparing("gt");
/** Matches rows whose column is a value or greater; null is not. */
export const ge: Comparing = comparing("ge");

/** Matches rows whose text in a column is greater than that in another one, as the database orders texts. */
export const exceeds = (column: string, other: string): Expression => ({
  kind: "compare",
  operator: "gt",
  left: columnOf(column, "string"),
  right: columnOf(other, "string"),
});

/** Matches rows whose column has one of these values. */
export function oneOf(column: string, values: readonly NonNullable<Scalar>[]): Expression {
  const [first] = values;
  if (first === undefined) return never;
  return { kind: "in", of: columnOf(column, typeOf(first)), values: values.map(literalOf) };
}

/** Matches rows whose column begins with a text; null does not. */
export function startsWith(column: string, text: string): Expression {
  const of = [columnOf(column, "string"), literalOf(text)];
  return { kind: "call", name: "startswith", type: "boolean", arguments: of };
}

/** Matches rows whose column contains a text; null does not. */
export function contains(column: string, text: string): Expression {
  const of = [columnOf(column, "string"), literalOf(text)];
  return { kind: "call", name: "contains", type: "boolean", arguments: of };
}

/** Matches rows whose column is a text in letters of any case, as the database compares them; null is not. */
export function sameFolded(column: string, text: string): Expression {
  const lower = (of: Expression): Expression => ({ kind: "call", name: "tolower", type: "string", arguments: [of] });
  return { kind: "compare", operator: "eq", left: lower(columnOf(column, "string")), right: lower(literalOf(text)) };
}

/** Matches rows with a related row that fulfills a condition, regardless of the row policies. */
export function related(relation: string, where: Expression = always): Expression {
  const inside = isAlways(where) ? null : mapExpression(where, ({ scope, via }) => ({ scope: scope + 1, via }));
  return { kind: "any", scope: 0, via: [], relation, policy: null, where: inside };
}

/** Joins conditions by "and" and simplifies them: constants fold, one condition stands alone. */
export function allOf(...conditions: readonly Expression[]): Expression {
  return combine("and", conditions);
}

/** Joins conditions by "or" and simplifies them: constants fold, one condition stands alone. */
export function anyOf(...conditions: readonly Expression[]): Expression {
  return combine("or", conditions);
}

/** Returns the opposite of a condition. */
export function noneOf(condition: Expression): Expression {
  if (isAlways(condition)) return never;
  if (isNever(condition)) return always;
  return condition.kind === "not" ? condition.of : { kind: "not", of: condition };
}

const kinds: ReadonlySet<unknown> = new Set<Expression["kind"]>([
  ...(["literal", "column", "compare", "in", "and", "or", "not", "negate"] as const),
  ...(["arithmetic", "call", "choice", "any", "all", "count"] as const),
]);

/** Returns true if a value is an expression, and not an example of a row. */
export function isExpression(value: object): value is Expression {
  return "kind" in value && kinds.has(value.kind);
}

/** Matches rows that have the values of an example. */
export function matching(example: Readonly<Record<string, unknown>>): Expression {
  return allOf(...Object.entries(example).map(([column, value]) => eq(column, value as Scalar)));
}

function combine(kind: "and" | "or", conditions: readonly Expression[]): Expression {
  const [isNeutral, isDecisive] = kind === "and" ? [isAlways, isNever] : [isNever, isAlways];
  const of = conditions.flatMap((part) => (part.kind === kind ? part.of : [part])).filter((part) => !isNeutral(part));
  if (of.some(isDecisive)) return kind === "and" ? never : always;
  const [first] = of;
  if (first === undefined) return kind === "and" ? always : never;
  return of.length === 1 ? first : { kind, of };
}

function columnOf(column: string, type: ValueType): Expression {
  return { kind: "column", type: type === "null" ? "string" : type, column, scope: 0, via: [] };
}

function literalOf(value: Scalar): Expression {
  return { kind: "literal", type: typeOf(value), value };
}

function typeOf(value: Scalar): ValueType {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "decimal";
  return typeof value === "boolean" ? "boolean" : "string";
}
