import type { BoundExpand, BoundQuery } from "#domain/query/bound-query.ts";

import { keyColumn } from "../bind/bind-order.ts";
import { keyIs } from "../bind/bind-read.ts";
import { allOf } from "../bind/condition.ts";
import { conditionOf } from "../bind/position.ts";
import { isCollection, policyOf, type PathStep } from "./target.ts";

/** A query that reads along a path, and the expansions that lead to its answer. */
export interface QueryAlong {
  readonly query: BoundQuery;
  readonly ancestors: readonly string[];
}

/**
 * Returns the query that reads along a path. Each step above is a query of its own that expands the next one, so that
 * its own policy is checked. The rows at the end are the result.
 */
export function queryAlong(
  steps: readonly PathStep[],
  last: BoundQuery,
  shape: BoundExpand["shape"] = "entities",
): QueryAlong {
  let query = withKey(steps.at(-1), last);
  for (let index = steps.length - 1; index > 0; index -= 1) {
    const above = steps[index - 1];
    const navigation = steps[index]?.navigation;
    if (above === undefined || !navigation?.relation) throw new RangeError("a step without a relation cannot be read");
    const { name, relation, many } = navigation;
    const form = index === steps.length - 1 ? shape : "entities";
    query = withKey(above, { ...keyQuery(above), expand: [{ name, relation, many, shape: form, query }] });
  }
  return { query, ancestors: steps.slice(1).flatMap(({ navigation }) => (navigation ? [navigation.name] : [])) };
}

/** Returns the query that gives the keys of a step's rows and nothing else. */
function keyQuery(step: PathStep): BoundQuery {
  const key = keyColumn(step);
  return {
    source: step.set.source ?? "",
    policy: policyOf(step) ?? "",
    columns: [key.column],
    computed: [],
    where: conditionOf(step),
    search: null,
    orderBy: [{ expression: key, descending: false }],
    top: isCollection(step) ? null : 1,
    skip: 0,
    after: null,
    count: false,
    expand: [],
  };
}

function withKey(step: PathStep | undefined, query: BoundQuery): BoundQuery {
  if (step === undefined || step.key === null) return query;
  return { ...query, where: allOf([keyIs(step.set, step.key), query.where]) };
}
