import type { BoundExpand, BoundQuery, QueryResult } from "#domain/query/bound-query.ts";
import { invoke } from "#operations/invoke.ts";
import { type QueryInput, runQuery } from "#operations/read/query.ts";

import type { BoundRead, Shape } from "../bind/bound-read.ts";
import { queryAlong } from "../path/query-of.ts";
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
  const { query, way } = queryAlong(target.steps, withVersions(read.query, read.shape), shape);
  const step = lastStep(target);
  const input: QueryInput = {
    query,
    way,
    one: !isCollection(step) && step.key !== null,
    countOnly: shape === "count",
    ...(also === undefined ? {} : { also }),
    ...(needsAttaching(read.shape)
      ? { finish: async (context, result) => (await attachTo(context, read.shape, [result]))[0] ?? result }
      : {}),
  };
  return invoke(runQuery, call.context, call.caller, input);
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
