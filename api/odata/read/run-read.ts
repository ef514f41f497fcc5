import type { BoundExpand, BoundQuery, QueryResult } from "#domain/query/bound-query.ts";
import { invoke } from "#operations/invoke.ts";
import { type QueryInput, runQuery } from "#operations/read/query.ts";

import { keyIsParameter } from "../bind/bind-read.ts";
import type { BoundRead, Shape } from "../bind/bound-read.ts";
import { allOf } from "../bind/condition.ts";
import { type QueryAlong, queryAlong } from "../path/query-of.ts";
import { isCollection, lastStep, type Target } from "../path/target.ts";
import type { ODataCall } from "../service.ts";
import { attachTo, needsAttaching } from "./attach.ts";

/** How a read along a path is run. */
export interface RunRead {
  readonly target: Target;
  readonly read: BoundRead;
  /** Only the number of entities is wanted. */
  readonly shape?: BoundExpand["shape"];
  readonly also?: QueryInput["also"];
}

/** Reads along a path; what is above, and one entity that is named by its key, must be there. */
export function runRead(
  { call }: Pick<ODataCall, "call">,
  { target, read, shape, also }: RunRead,
): Promise<QueryResult> {
  const { query, way, parameters } = alongPath(target, versioned(read), shape);
  const step = lastStep(target);
  const input: QueryInput = {
    query,
    way,
    parameters,
    one: !isCollection(step) && step.key !== null,
    countOnly: shape === "count",
    ...(also === undefined ? {} : { also }),
    ...(needsAttaching(read.shape)
      ? { finish: async (context, result) => (await attachTo(context, read.shape, [result]))[0] ?? result }
      : {}),
  };
  return invoke(runQuery, call.context, call.caller, input);
}

const withVersion = new WeakMap<BoundQuery, BoundQuery>();
const byKey = new WeakMap<BoundQuery, BoundQuery>();

function versioned({ query, shape }: BoundRead): BoundQuery {
  const made = withVersion.get(query) ?? withVersions(query, shape);
  withVersion.set(query, made);
  return made;
}

/** The query along a path; where the path is one entity of a set, it is the same one for every key. */
function alongPath(
  { steps }: Target,
  last: BoundQuery,
  shape: RunRead["shape"],
): QueryAlong & Pick<QueryInput, "parameters"> {
  const [step, ...below] = steps;
  if (step === undefined || step.key === null || below.length > 0) return queryAlong(steps, last, shape);
  const known = byKey.get(last);
  const query = known ?? { ...last, where: allOf([keyIsParameter(step.set, 0), last.where]) };
  byKey.set(last, query);
  return { query, way: [], parameters: [step.key] };
}

/** The same query with the column from which entity tags are made. */
function withVersions(query: BoundQuery, shape: Shape): BoundQuery {
  const expand = query.expand.map((item): BoundExpand => {
    const below = shape.expand.find(({ name }) => name === item.name);
    return below === undefined || item.shape !== "entities"
      ? item
      : { ...item, query: withVersions(item.query, below.shape) };
  });
  return { ...query, columns: [...query.columns, "version"], expand };
}
