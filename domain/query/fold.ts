import type { BoundExpand, BoundQuery, Expression } from "./bound-query.ts";
import { evaluateExpression, type Scope } from "./evaluate-expression.ts";
import { type Composed, partsOf, withParts } from "./parts-of.ts";
import { valueTypeOf } from "./value-type.ts";

/**
 * Folds a query: replaces every part that needs no row by its value, at the time of the call. Expressions that are left to the database
 * always have a column in them.
 * @throws NOT_SUPPORTED
 */
export function foldQuery(query: BoundQuery, now: number): BoundQuery {
  const scope: Scope = { rows: [], now, related: () => ({ source: "", rows: [] }) };
  return foldParts(query, (expression) => fold(expression, scope));
}

type Fold = (expression: Expression) => Expression;

function foldParts(query: BoundQuery, foldOne: Fold): BoundQuery {
  const where = query.where === null ? null : foldOne(query.where);
  const computed = mapKept(query.computed, (item) => withExpression(item, foldOne));
  const orderBy = mapKept(query.orderBy, (item) => withExpression(item, foldOne));
  const expand = mapKept(query.expand, (item): BoundExpand => {
    const inner = foldParts(item.query, foldOne);
    return inner === item.query ? item : { ...item, query: inner };
  });
  const kept =
    where === query.where && computed === query.computed && orderBy === query.orderBy && expand === query.expand;
  return kept ? query : { ...query, where, computed, orderBy, expand };
}

function withExpression<T extends { readonly expression: Expression }>(item: T, foldOne: Fold): T {
  const expression = foldOne(item.expression);
  return expression === item.expression ? item : { ...item, expression };
}

function mapKept<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  if (items.length === 0) return items;
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}

function fold(expression: Expression, scope: Scope): Expression {
  switch (expression.kind) {
    case "literal":
    case "column":
      return expression;
    case "any":
    case "all":
    case "count": {
      const where = expression.where === null ? null : fold(expression.where, scope);
      return where === expression.where ? expression : { ...expression, where };
    }
    default:
      return foldComposed(expression, scope);
  }
}

/** Compares a literal with the other literals of a list; only the rest of the list is left. */
function foldList(list: Extract<Expression, { readonly kind: "in" }>, scope: Scope): Expression {
  const known = list.values.filter(({ kind }) => kind === "literal");
  if (list.of.kind !== "literal" || known.length === 0) return list;
  const found = evaluateExpression({ ...list, values: known }, scope);
  if (found === true) return { kind: "literal", type: "boolean", value: true };
  return { ...list, values: list.values.filter(({ kind }) => kind !== "literal") };
}

function foldComposed(expression: Composed, scope: Scope): Expression {
  const parts = partsOf(expression);
  const folded = mapKept(parts, (part) => fold(part, scope));
  const whole = folded === parts ? expression : withParts(expression, folded);
  if (!folded.every(({ kind }) => kind === "literal")) return whole.kind === "in" ? foldList(whole, scope) : whole;
  return { kind: "literal", type: valueTypeOf(whole), value: evaluateExpression(whole, scope) };
}
