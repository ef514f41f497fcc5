import { queryShapesMax } from "#domain/limits.ts";
import type { BoundQuery } from "#domain/query/bound-query.ts";
import { foldQuery } from "#domain/query/fold.ts";
import type { Clock } from "#platform/clock.ts";

import { translateDatabaseError } from "../database-errors.ts";
import type { Database } from "../database.ts";
import { compileQuery, withSearch, type QueryPlan } from "./compile-query.ts";
import { mariaDbDialect, sqliteDialect } from "./dialect.ts";
import type { Querying, VisibleRows } from "./querying.ts";
import { runCount, runPlan, type Run } from "./run-query.ts";
import { shapeOf } from "./shape.ts";

/** Makes what answers bound queries; the statements of a shape are compiled once. */
export function createQuerying(database: Database, clock: Clock): Querying {
  const dialect = database.dialect === "sqlite" ? sqliteDialect : mariaDbDialect;
  const plans = new Map<string, QueryPlan>();

  function planOf(query: BoundQuery, visible: VisibleRows): { plan: QueryPlan; run: Run } {
    const folded = foldQuery(withSearch(query), clock.now());
    const { key, values } = shapeOf(folded, visible);
    const known = plans.get(key);
    if (known !== undefined) return { plan: known, run: { database, values } };
    // In the copy no object stands at two places, so each literal has a slot of its own.
    const copy = JSON.parse(JSON.stringify(folded)) as BoundQuery;
    const plan = compileQuery(copy, { dialect, shape: shapeOf(copy, visible), visible });
    const oldest = plans.keys().next().value;
    if (plans.size >= queryShapesMax && oldest !== undefined) plans.delete(oldest);
    plans.set(key, plan);
    return { plan, run: { database, values } };
  }

  return {
    async query(bound, visible) {
      const { plan, run } = planOf(bound, visible);
      return translated(() => runPlan(bound, plan, run));
    },
    async countOf(bound, visible) {
      const { plan, run } = planOf(bound, visible);
      return translated(() => runCount(plan, run));
    },
  };
}

async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw translateDatabaseError(error);
  }
}
