import type { ComparisonOperator, Expression, Scalar, RelationStep } from "./bound-query.ts";
import { fromReckoned, toReckoned } from "./calendar.ts";
import { callFunction, questions } from "./call-function.ts";
import { codePointOrder } from "./code-points.ts";
import { valueTypeOf } from "./value-type.ts";

/** Values of a row by column. */
export type RowValues = Readonly<Record<string, unknown>>;

/** A row in scope; null if a step over a to-one relation found none. */
export type ScopeRow = RowValues | null;

/** Context of an evaluation. */
export interface Scope {
  /** Row of the query first, then the rows of the lambdas around. */
  readonly rows: readonly { readonly source: string; readonly row: ScopeRow }[];
  readonly now: number;
  /** Returns the visible rows of a relation, with their source. */
  related(
    source: string,
    step: RelationStep,
    row: RowValues,
  ): { readonly source: string; readonly rows: readonly RowValues[] };
}

/**
 * Returns the value of an expression in the form of the record.
 * @throws NOT_SUPPORTED
 */
export function evaluateExpression(expression: Expression, scope: Scope): Scalar {
  return fromReckoned(valueTypeOf(expression), reckon(expression, scope));
}

/**
 * Returns true if a condition holds; null counts as false.
 * @throws NOT_SUPPORTED
 */
export function holds(condition: Expression, scope: Scope): boolean {
  return reckon(condition, scope) === true;
}

function reckon(expression: Expression, scope: Scope): Scalar {
  switch (expression.kind) {
    case "literal":
      return toReckoned(expression.type, expression.value);
    case "column":
      return columnValue(expression, scope);
    case "compare":
      return compareValues(expression.operator, reckon(expression.left, scope), reckon(expression.right, scope));
    case "in":
      return isIn(expression, scope);
    case "and":
      return expression.of.every((part) => holds(part, scope));
    case "or":
      return expression.of.some((part) => holds(part, scope));
    case "not":
      return !holds(expression.of, scope);
    case "negate":
    case "arithmetic":
    case "call":
      return calculated(expression, scope);
    case "choice":
      return reckon(chosen(expression, scope), scope);
    default:
      return overRelation(expression, scope);
  }
}

type OfKind<K extends Expression["kind"]> = Extract<Expression, { readonly kind: K }>;

function calculated(expression: OfKind<"negate" | "arithmetic" | "call">, scope: Scope): Scalar {
  if (expression.kind === "call") return callValue(expression, scope);
  if (expression.kind === "negate") {
    const value = reckon(expression.of, scope);
    return value === null ? null : 0 - Number(value);
  }
  return toReckoned(
    expression.type,
    calculate(expression, reckon(expression.left, scope), reckon(expression.right, scope)),
  );
}

function chosen({ cases, otherwise }: OfKind<"choice">, scope: Scope): Expression {
  return cases.find(({ when }) => holds(when, scope))?.gives ?? otherwise;
}

function isIn({ of, values }: OfKind<"in">, scope: Scope): boolean {
  const value = reckon(of, scope);
  return values.some((one) => compareValues("eq", value, reckon(one, scope)));
}

/** Follows steps over to-one relations to the row at their end, and its source. */
function follow(at: { source: string; row: ScopeRow }, via: readonly RelationStep[], scope: Scope) {
  for (const step of via) {
    if (at.row === null) break;
    const { source, rows } = scope.related(at.source, step, at.row);
    at = { source, row: rows[0] ?? null };
  }
  return at;
}

function inScope(index: number, scope: Scope) {
  const found = scope.rows[index];
  if (found === undefined) throw new RangeError(`there is no row ${index} in scope`);
  return found;
}

function columnValue({ column, scope: index, via, type }: OfKind<"column">, scope: Scope): Scalar {
  const { row } = follow(inScope(index, scope), via, scope);
  return toReckoned(type, (row?.[column] ?? null) as Scalar);
}

function overRelation(expression: OfKind<"any" | "all" | "count">, scope: Scope): Scalar {
  const { kind, scope: index, via, relation, policy, where } = expression;
  const { source, row } = follow(inScope(index, scope), via, scope);
  const related = row === null ? { source, rows: [] } : scope.related(source, { relation, policy }, row);
  const fits = (other: RowValues) =>
    where === null || holds(where, { ...scope, rows: [...scope.rows, { source: related.source, row: other }] });
  if (kind === "any") return related.rows.some(fits);
  if (kind === "all") return related.rows.every(fits);
  return related.rows.filter(fits).length;
}

function callValue(expression: OfKind<"call">, scope: Scope): Scalar {
  const values = expression.arguments.map((argument) => reckon(argument, scope));
  const of = values.filter((value) => value !== null);
  if (of.length < values.length) return questions.has(expression.name) ? false : null;
  const [first] = expression.arguments;
  return callFunction(expression.name, { of, type: first ? valueTypeOf(first) : "null", now: scope.now });
}

function calculate({ operator, type }: OfKind<"arithmetic">, left: Scalar, right: Scalar): Scalar {
  if (left === null || right === null) return null;
  const a = Number(left);
  const b = Number(right);
  if (operator === "add") return a + b;
  if (operator === "sub") return a - b;
  if (operator === "mul") return a * b + 0;
  if (b === 0) return null;
  if (operator === "mod") return (a % b) + 0;
  return operator === "div" && type === "integer" ? Math.trunc(a / b) + 0 : a / b + 0;
}

/** Compares two values; undefined if one of them is null, or of another type. */
export function orderOf(left: Scalar, right: Scalar): number | undefined {
  if (left === null || typeof left !== typeof right) return undefined;
  if (typeof left === "string") return codePointOrder(left, String(right));
  return Number(left) - Number(right);
}

function compareValues(operator: ComparisonOperator, left: Scalar, right: Scalar): boolean {
  if (operator === "eq") return left === right;
  if (operator === "ne") return left !== right;
  const order = orderOf(left, right);
  if (order === undefined) return false;
  if (operator === "lt") return order < 0;
  if (operator === "le") return order <= 0;
  return operator === "gt" ? order > 0 : order >= 0;
}
