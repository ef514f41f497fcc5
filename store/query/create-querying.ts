import type { BoundQuery, Expression } from "#domain/query/bound-query.ts";
import { foldQuery } from "#domain/query/fold.ts";
import { policyNames } from "#domain/query/policy-names.ts";
import type { Clock } from "#platform/clock.ts";

import { throwTranslated } from "../database-errors.ts";
import type { Database } from "../database.ts";
import { compileQuery, withSearch, type QueryPlan } from "./compile-query.ts";
import type { Querying, VisibleRows } from "./querying.ts";
import { runCount, runPlan } from "./run-query.ts";

/** A query that was made ready under the row policies of some caller. */
interface Ready {
  readonly plan: QueryPlan;
  /** The conditions it was made ready with; under any other one it says something else. */
  readonly conditions: readonly (readonly [policy: string, condition: Expression | undefined])[];
}

/** Makes what answers bound queries; the statements of a query are compiled once for callers who may see the same. */
export function createQuerying(database: Database, clock: Clock): Querying {
  const { dialect } = database;
  // Goes with the query: who asks the same one again asks with the same object.
  const ready = new WeakMap<BoundQuery, Ready>();
  const asked = new WeakSet<BoundQuery>();

  function planOf(query: BoundQuery, visible: VisibleRows): QueryPlan {
    const known = ready.get(query);
    if (known?.conditions.every(([policy, condition]) => visible.get(policy) === condition)) return known.plan;
    const whole = withSearch(query);
    const folded = foldQuery(whole, clock.now());
    const plan = compileQuery(folded, { dialect, visible });
    const conditions = policyNames(query).map((policy) => [policy, visible.get(policy)] as const);
    // What was reckoned may have been so from the time of this call.
    if (folded !== whole) return plan;
    // Most are asked once, such as those of further pages.
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
