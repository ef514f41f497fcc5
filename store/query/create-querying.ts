import { queryShapesMax } from "#domain/limits.ts";
import type { Predicate } from "#domain/predicate.ts";
import type { BoundQuery, Scalar } from "#domain/query/bound-query.ts";
import { toReckoned } from "#domain/query/calendar.ts";
import { foldQuery } from "#domain/query/fold.ts";
import type { Clock } from "#platform/clock.ts";

import { translateDatabaseError } from "../database-errors.ts";
import type { Database, SqlValue } from "../database.ts";
import { compileQuery, withSearch, type QueryPlan } from "./compile-query.ts";
import { mariaDbDialect, sqliteDialect } from "./dialect.ts";
import type { Querying, VisibleRows } from "./querying.ts";
import { runCount, runPlan, type Run } from "./run-query.ts";
import { shapeOf, type Shape } from "./shape.ts";

/** A query that was made ready under the row policies of some caller. */
interface Ready extends Pick<Shape, "values" | "parameters"> {
  readonly plan: QueryPlan;
  /** The conditions it was made ready with; under any other one it says something else. */
  readonly predicates: readonly (readonly [policy: string, predicate: Predicate | undefined])[];
}

/** Makes what answers bound queries; the statements of a shape are compiled once. */
export function createQuerying(database: Database, clock: Clock): Querying {
  const dialect = database.dialect === "sqlite" ? sqliteDialect : mariaDbDialect;
  const plans = new Map<string, QueryPlan>();
  // Goes with the query: who asks the same one again asks with the same object.
  const ready = new WeakMap<BoundQuery, Ready>();

  function planOf(folded: BoundQuery, { key }: Shape, visible: VisibleRows): QueryPlan {
    const known = plans.get(key);
    if (known !== undefined) return known;
    // In the copy no object stands at two places, so each literal has a slot of its own.
    const copy = JSON.parse(JSON.stringify(folded)) as BoundQuery;
    const plan = compileQuery(copy, { dialect, shape: shapeOf(copy, visible), visible });
    const oldest = plans.keys().next().value;
    if (plans.size >= queryShapesMax && oldest !== undefined) plans.delete(oldest);
    plans.set(key, plan);
    return plan;
  }

  function readyOf(query: BoundQuery, visible: VisibleRows): Ready {
    const known = ready.get(query);
    if (known?.predicates.every(([policy, predicate]) => visible.get(policy) === predicate)) return known;
    const whole = withSearch(query);
    const folded = foldQuery(whole, clock.now());
    const shape = shapeOf(folded, visible);
    const { values, parameters, policies } = shape;
    const predicates = [...policies.keys()].map((policy) => [policy, visible.get(policy)] as const);
    const made = { plan: planOf(folded, shape, visible), values, parameters, predicates };
    // What was reckoned may have been so from the time of this call.
    if (folded === whole) ready.set(query, made);
    return made;
  }

  function runOf({ values, parameters: slots }: Ready, parameters: readonly Scalar[]): Omit<Run, "owner"> {
    return { database, values: slots.length === 0 ? values : filled(values, slots, parameters) };
  }

  return {
    async query(bound, visible, parameters = [], owner = "") {
      try {
        const made = readyOf(bound, visible);
        return await runPlan(bound, made.plan, { ...runOf(made, parameters), owner });
      } catch (error) {
        throw translateDatabaseError(error);
      }
    },
    async countOf(bound, visible, parameters = [], owner = "") {
      try {
        const made = readyOf(bound, visible);
        return await runCount(made.plan, { ...runOf(made, parameters), owner });
      } catch (error) {
        throw translateDatabaseError(error);
      }
    },
  };
}

function filled(
  values: readonly SqlValue[],
  slots: Shape["parameters"],
  parameters: readonly Scalar[],
): readonly SqlValue[] {
  const whole = [...values];
  for (const { slot, parameter, type } of slots) {
    const value = parameters[parameter];
    if (value === undefined || value === null) throw new RangeError(`the query's parameter ${parameter} is missing`);
    const reckoned = toReckoned(type, value);
    whole[slot] = typeof reckoned === "boolean" ? Number(reckoned) : reckoned;
  }
  return whole;
}
