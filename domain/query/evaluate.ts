import { matches, type Predicate, type PredicateRow, type RelatedRows } from "../predicate.ts";
import type {
  BoundExpand,
  BoundQuery,
  Expression,
  OrderClause,
  QueryResult,
  ResultRow,
  Scalar,
} from "./bound-query.ts";
import { toReckoned } from "./calendar.ts";
import { evaluateExpression, holds, orderOf, type Scope } from "./evaluate-expression.ts";
import { searchCondition } from "./search.ts";
import { valueTypeOf } from "./value-type.ts";

/** The rows that queries are evaluated over. */
export interface World {
  rows(source: string): readonly PredicateRow[];
  /** The rows that a row has in a relation, with their source. */
  related(
    source: string,
    relation: string,
    row: PredicateRow,
  ): { readonly source: string; readonly rows: readonly PredicateRow[] };
  searchable(source: string): readonly string[];
  /** The relations that row policies name. */
  readonly policyRelations: RelatedRows;
}

/** Who asks, and when. */
export interface Asking {
  readonly visible: ReadonlyMap<string, Predicate>;
  readonly now: number;
}

/**
 * Answers a query in memory, exactly as the record would.
 * @throws NOT_SUPPORTED
 */
export function evaluateQuery(query: BoundQuery, world: World, asking: Asking): QueryResult {
  return pageOf(query, world.rows(query.source), { world, asking });
}

interface Place {
  readonly world: World;
  readonly asking: Asking;
}

function visibleRows(rows: readonly PredicateRow[], policy: string, { world, asking }: Place): PredicateRow[] {
  const predicate = asking.visible.get(policy) ?? { op: "false" };
  return rows.filter((row) => matches(predicate, row, world.policyRelations));
}

function scopeOf(source: string, row: PredicateRow, place: Place): Scope {
  return {
    rows: [{ source, row }],
    now: place.asking.now,
    related(from, { relation, policy }, owner) {
      const found = place.world.related(from, relation, owner);
      return { source: found.source, rows: visibleRows(found.rows, policy, place) };
    },
  };
}

function pageOf(query: BoundQuery, candidates: readonly PredicateRow[], place: Place): QueryResult {
  const { source, where, search, orderBy, after, skip, top } = query;
  const conditions: Expression[] = where === null ? [] : [where];
  if (search !== null) conditions.push(searchCondition(search, place.world.searchable(source)));
  const found = visibleRows(candidates, query.policy, place)
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
