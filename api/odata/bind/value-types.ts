import type { Expression, Scalar, ValueType } from "#domain/query/bound-query.ts";
import { valueTypeOf } from "#domain/query/value-type.ts";

import { isGuid } from "../key.ts";
import { failure, type QueryPosition } from "./fail.ts";

const names: Readonly<Record<ValueType, string>> = {
  string: "a text",
  integer: "a whole number",
  decimal: "a number",
  boolean: "a truth value",
  moment: "a moment",
  date: "a date",
  timeOfDay: "a time of day",
  duration: "a duration",
  guid: "a guid",
  null: "null",
};

/** Returns the words for a type in a message: `a text`. */
export function describeType(type: ValueType): string {
  return names[type];
}

/** Returns the type of the value that an expression gives. */
export const typeOf = valueTypeOf;

/** Reports whether values of a type are numbers. */
export function isNumeric(type: ValueType): boolean {
  return type === "integer" || type === "decimal";
}

/** Makes a literal. */
export function literal(type: ValueType, value: Scalar): Expression {
  return { kind: "literal", type, value };
}

/**
 * Converts an expression to a value of a type. It stays as it is if it has that type, is null, or if both are numbers.
 * A literal of another type is converted if it can only mean that.
 * @throws LITERAL_INVALID
 * @throws TYPES_INCOMPATIBLE
 */
export function asType(expression: Expression, type: ValueType, place: QueryPosition): Expression {
  const own = typeOf(expression);
  if (own === type || own === "null" || (isNumeric(own) && isNumeric(type))) return expression;
  const converted = expression.kind === "literal" ? convert(expression.value, own, type) : undefined;
  if (converted !== undefined) return literal(type, converted);
  if (expression.kind === "literal" && own === "string" && type === "guid") {
    throw failure("LITERAL_INVALID", place, `'${String(expression.value).slice(0, 100)}' is not a guid.`);
  }
  throw incompatible(own, type, place);
}

/**
 * Converts one operand so that both have one type: the left one if it is a literal, else the right one. Null stays as
 * it is.
 * @throws LITERAL_INVALID
 * @throws TYPES_INCOMPATIBLE
 */
export function unify(left: Expression, right: Expression, place: QueryPosition): readonly [Expression, Expression] {
  if (typeOf(left) === "null" || typeOf(right) === "null") return [left, right];
  return left.kind === "literal"
    ? [asType(left, typeOf(right), place), right]
    : [left, asType(right, typeOf(left), place)];
}

/** Returns the error for values of types that do not go together. */
export function incompatible(left: ValueType, right: ValueType, place: QueryPosition) {
  const rule = `${describeType(left)} and ${describeType(right)} do not go together. Compare and combine values of one type.`;
  return failure("TYPES_INCOMPATIBLE", place, rule);
}

// Keys are accepted with and without quotes, so GUIDs are too; a date means its first moment.
function convert(value: Scalar, from: ValueType, to: ValueType): Scalar | undefined {
  if (typeof value !== "string") return undefined;
  if (from === "string" && to === "guid") return isGuid(value) ? value.toLowerCase() : undefined;
  if (from === "guid" && to === "string") return value;
  return from === "date" && to === "moment" ? Date.parse(`${value}T00:00:00.000Z`) : undefined;
}
