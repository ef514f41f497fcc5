import type { BoundQuery, Expression } from "./bound-query.ts";
import { partsOf } from "./parts-of.ts";

/** Columns whose values a query discloses, by the row policy under which it reads their rows. */
export type UsedColumns = ReadonlyMap<string, ReadonlySet<string>>;

type Collected = Map<string, Set<string>>;

/** Placeholder for every column: a search may look at any. */
export const everyColumn = "*";

/** Returns the columns that a query returns, filters, orders, searches or computes by. */
export function usedColumns(query: BoundQuery): UsedColumns {
  const used: Collected = new Map();
  collectQuery(query, used);
  return used;
}

function collectQuery(query: BoundQuery, used: Collected): void {
  for (const column of query.columns) add(used, query.policy, column);
  if (query.search !== null) add(used, query.policy, everyColumn);
  const expressions = [...query.computed, ...query.orderBy].map(({ expression }) => expression);
  for (const expression of query.where === null ? expressions : [...expressions, query.where])
    collectExpression(expression, used, [query.policy]);
  for (const { query: expanded } of query.expand) collectQuery(expanded, used);
}

/** Collects the columns of an expression; `scopes` are the policies of the rows in scope, beginning with that of the query. */
function collectExpression(expression: Expression, used: Collected, scopes: readonly string[]): void {
  if (expression.kind === "column") {
    add(used, expression.via.at(-1)?.policy ?? scopes[expression.scope] ?? "", expression.column);
    return;
  }
  const inner = "policy" in expression ? [...scopes, expression.policy ?? ""] : scopes;
  for (const part of partsOf(expression)) collectExpression(part, used, inner);
}

function add(used: Collected, policy: string, column: string): void {
  const known = used.get(policy);
  if (known) known.add(column);
  else used.set(policy, new Set([column]));
}
