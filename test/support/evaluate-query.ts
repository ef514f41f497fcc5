import type {
  BoundExpand,
  BoundQuery,
  Expression,
  OrderClause,
  QueryResult,
  ResultRow,
  Scalar,
} from "#domain/query/bound-query.ts";
import { toReckoned } from "#domain/query/calendar.ts";
import { never } from "#domain/query/condition.ts";
import { evaluateExpression, holds, orderOf, type RowValues, type Scope } from "#domain/query/evaluate-expression.ts";
import { searchCondition } from "#domain/query/search.ts";
import { valueTypeOf } from "#domain/query/value-type.ts";

/** The rows that queries are evaluated over. */
export interface World {
  rows(source: string): readonly RowValues[];
  /** Returns the rows that a row has in a relation, with their source. */
  related(
    source: string,
    relation: string,
    row: RowValues,
  ): { readonly source: string; readonly rows: readonly RowValues[] };
  searchable(source: string): readonly string[];
}

/** Conditions of the policies that apply to the caller, and the current time. */
export interface Asking {
  readonly visible: ReadonlyMap<string, Expression>;
  readonly now: number;
}

/**
 * Answers a query in memory, exactly as the store would.
 * @throws NOT_SUPPORTED
 */
export function evaluateQuery(query: BoundQuery, world: World, asking: Asking): QueryResult {
  return pageOf(query, world.rows(query.source), { world, asking });
}

interface Place {
  readonly world: World;
  readonly asking: Asking;
}

/** Returns the rows of a source that a policy shows; without a policy all of them. */
function visibleRows(source: string, rows: readonly RowValues[], policy: string | null, place: Place): RowValues[] {
  if (policy === null) return [...rows];
  const condition = place.asking.visible.get(policy) ?? never;
  return rows.filter((row) => holds(condition, scopeOf(source, row, place)));
}

function scopeOf(source: string, row: RowValues, place: Place): Scope {
  return {
    rows: [{ source, row }],
    now: place.asking.now,
    related(from, { relation, policy }, owner) {
      const found = place.world.related(from, relation, owner);
      return { source: found.source, rows: visibleRows(found.source, found.rows, policy, place) };
    },
  };
}

function pageOf(query: BoundQuery, candidates: readonly RowValues[], place: Place): QueryResult {
  const { source, where, search, orderBy, after, skip, top } = query;
  const conditions: Expression[] = where === null ? [] : [where];
  if (search !== null) conditions.push(searchCondition(search, place.world.searchable(source)));
  const found = visibleRows(source, candidates, query.policy, place)
    .map((row) => ({ row, scope: scopeOf(source, row, place) }))
    .filter(({ scope }) => conditions.every((condition) => holds(condition, scope)))
    .map((item) => ({ ...item, position: positionOf(orderBy, item.scope) }))
    .toSorted((a, b) => positionOrder(orderBy, a.position, b.position));
  const following = found.filter(({ position }) => after === null || positionOrder(orderBy, position, after) > 0);
  const end = top === null ? following.length : skip + top;
  const page = following.slice(skip, end).map(({ row, scope, position }): ResultRow => ({
    values: Object.fromEntries(query.columns.map((column) => [column, row[column] ?? null])),
    computed: Object.fromEntries(
      query.computed.map(({ name, expression }) => [name, evaluateExpression(expression, scope)]),
    ),
    position,
    expanded: Object.fromEntries(query.expand.map((item) => [item.name, expandedRows(item, scope, place)])),
  }));
  const count = query.count ? found.length : null;
  return { rows: page, more: top !== 0 && following.length > end, count };
}

function expandedRows({ relation, query, shape }: BoundExpand, scope: Scope, place: Place): QueryResult {
  const [at] = scope.rows;
  const related = at?.row ? place.world.related(at.source, relation, at.row).rows : [];
  const result = pageOf(query, related, place);
  return shape === "count"
    ? { rows: [], more: false, count: pageOf({ ...query, count: true }, related, place).count }
    : result;
}

function positionOf(orderBy: readonly OrderClause[], scope: Scope): Scalar[] {
  return orderBy.map(({ expression }) => evaluateExpression(expression, scope));
}

function positionOrder(orderBy: readonly OrderClause[], a: readonly Scalar[], b: readonly Scalar[]): number {
  for (const [index, { expression, descending }] of orderBy.entries()) {
    const type = valueTypeOf(expression);
    const left = toReckoned(type, a[index] ?? null);
    const right = toReckoned(type, b[index] ?? null);
    const order = orderOf(left, right) ?? Number(right === null) - Number(left === null);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}
