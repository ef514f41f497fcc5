import { orderByClausesMax } from "#domain/limits.ts";
import type { Expression, OrderClause } from "#domain/query/bound-query.ts";

import { columnOf, propertyNamed, valueTypeOf } from "../model/types.ts";
import type * as Tree from "../syntax/tree.ts";
import { failure } from "./fail.ts";
import { refuseOrder } from "./order-allowed.ts";
import type { Rows } from "./position.ts";
import { placeOf, type Scope } from "./scope.ts";
import { typeOf } from "./value-types.ts";

/** Returns the column of the key of a set's entities, as an expression over the row of the query. */
export function keyColumn({ set }: Pick<Rows, "set">): Extract<Expression, { kind: "column" }> {
  return ownColumn({ set }, set.key.property);
}

function ownColumn({ set }: Pick<Rows, "set">, name: string): Extract<Expression, { kind: "column" }> {
  const property = propertyNamed(set.type, name);
  const type = property === undefined ? null : valueTypeOf(property);
  if (property === undefined || type === null) throw new TypeError(`${set.name} has no property '${name}' in a column`);
  return { kind: "column", type, column: columnOf(name, property) ?? name, scope: 0, via: [] };
}

/**
 * Binds an order, or the usual order of the set if none is given. It ends with the key, so that it is total.
 * @throws ORDER_BY_TOO_LONG
 * @throws ORDER_BY_NOT_ALLOWED
 */
export function bindOrder(items: readonly Tree.OrderItem[], rows: Rows, scope: Scope): readonly OrderClause[] {
  const tooMany = items[orderByClausesMax];
  if (tooMany !== undefined) {
    const rule = `an order may have at most ${orderByClausesMax} clauses. Leave some out.`;
    throw failure("ORDER_BY_TOO_LONG", placeOf(scope, tooMany.at), rule);
  }
  const clauses =
    items.length === 0
      ? usualOrder(rows)
      : items.map(({ expression, descending }) => ({ expression: bindClause(expression, rows, scope), descending }));
  const key = keyColumn(rows);
  // Clauses behind the key have no effect.
  const last = clauses.findIndex(({ expression }) => isKey(expression, key.column));
  if (last >= 0) return clauses.slice(0, last + 1);
  // The key has the direction of the clause before it, so that an index over both is read in one scan.
  return [...clauses, { expression: key, descending: clauses.at(-1)?.descending ?? false }];
}

function bindClause(expression: Tree.Expression, rows: Rows, scope: Scope): Expression {
  // Each clause is an expression of its own and counted as one.
  const bound = scope.bind(expression, { ...scope, counted: { nodes: 0 } });
  const place = placeOf(scope, expression.at);
  if (typeOf(bound) === "null") throw failure("TYPES_INCOMPATIBLE", place, "null orders nothing. Name a property.");
  // No index covers the value of an expression.
  if (rows.set.allowedOrderByPropertiesList !== undefined && bound.kind !== "column") {
    throw refuseOrder(rows, "an expression", place);
  }
  return bound;
}

function usualOrder(rows: Rows): readonly OrderClause[] {
  return (rows.set.usualOrder ?? []).map((name) => ({ expression: ownColumn(rows, name), descending: false }));
}

function isKey(expression: Expression, column: string): boolean {
  return (
    expression.kind === "column" &&
    expression.column === column &&
    expression.scope === 0 &&
    expression.via.length === 0
  );
}
