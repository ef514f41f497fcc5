import type { BoundQuery, Expression } from "#domain/query/bound-query.ts";
import { foldQuery } from "#domain/query/fold.ts";
import { policyNames } from "#domain/query/policy-names.ts";
import type { Clock } from "#platform/clock.ts";

import { throwTranslated } from "../database-errors.ts";
import type { Database } from "../database.ts";
import { compileQuery, withSearch, type QueryPlan } from "./compile-query.ts";
import type { Querying, VisibleRows } from "./querying.ts";
import { runCount, runPlan } from "./run-query.ts";

/** A query that was compiled under the row policies of some caller. */
interface Ready {
  readonly plan: QueryPlan;
  /** Conditions with which it was compiled; under others its statements differ. */
  readonly conditions: readonly (readonly [policy: string, condition: Expression | undefined])[];
}

/** Makes the reader of bound queries; the statements of a query are compiled once for all callers with the same visible rows. */
export function createQuerying(database: Database, clock: Clock): Querying {
  const { dialect } = database;
  // Held as long as the query: a repeated query comes as the same object.
  const ready = new WeakMap<BoundQuery, Ready>();
  const asked = new WeakSet<BoundQuery>();

  function planOf(query: BoundQuery, visible: VisibleRows): QueryPlan {
    const known = ready.get(query);
    if (known?.conditions.every(([policy, condition]) => visible.get(policy) === condition)) return known.plan;
    const whole = withSearch(query);
    const folded = foldQuery(whole, clock.now());
    const plan = compileQuery(folded, { dialect, visible });
    const conditions = policyNames(query).map((policy) => [policy, visible.get(policy)] as const);
    // A computed value may depend on the time of this call.
    if (folded !== whole) return plan;
    // Most queries come once, such as those of further pages.
    if (asked.has(query)) ready.set(query, { plan, conditions });
    else asked.add(query);
    return plan;
  }

  return {
    async query(bound, visible, parameters = [], owner = "") {
      const plan = planOf(bound, visible);
      try {
        return await runPlan(bound, plan, { database, parameters, owner });
      } catch (error) {
        return throwTranslated(error);
      }
    },
    async countOf(bound, visible, parameters = [], owner = "") {
      const plan = planOf(bound, visible);
      return runCount(plan, { database, parameters, owner }).catch(throwTranslated);
    },
  };
}
