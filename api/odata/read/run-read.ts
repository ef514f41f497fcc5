import type { BoundExpand, BoundQuery, QueryResult } from "#domain/query/bound-query.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { Attaching } from "#operations/read/attach.ts";
import { type QueryInput, runQuery } from "#operations/read/query.ts";

import { keyIs } from "../bind/bind-read.ts";
import type { BoundRead, ReadShape } from "../bind/bound-read.ts";
import { allOf } from "../bind/condition.ts";
import { memoized } from "../memoized.ts";
import { attachedNames, propertyNamed } from "../model/types.ts";
import { type QueryAlong, queryAlong } from "../path/query-of.ts";
import { isCollection, lastStep, type PathStep, type Target } from "../path/target.ts";
import type { ODataCall } from "../service.ts";
import { advertisingOf } from "./advertising.ts";

/** Input of a read along a path. */
export interface RunRead {
  readonly target: Target;
  readonly read: BoundRead;
  /** Shape in which the entities at the end are wanted: entities, references or their number. */
  readonly shape?: BoundExpand["shape"];
  readonly furtherPolicies?: QueryInput["furtherPolicies"];
  /** True if the entities are written with their tags, which need all attached values. */
  readonly tagged?: boolean;
}

/** Returns the operation that reads along a path: that of the set at which the path begins. */
export function readerOf(steps: readonly PathStep[]): typeof runQuery {
  return steps[0]?.set.readBy ?? runQuery;
}

/** Reads along a path. Entities above, and one entity that is named by its key, must exist. */
export function runRead(
  { call, format }: Pick<ODataCall, "call" | "format">,
  { target, read, shape, furtherPolicies, tagged = false }: RunRead,
): Promise<QueryResult> {
  const whole = tagged ? taggedOf(read) : read;
  const { query, ancestors } = alongPath(target, whole.query, shape);
  const step = lastStep(target);
  const attaching = attachingOf(whole.shape);
  const input: QueryInput = {
    query,
    ancestors,
    parameters: [target.steps[0]?.key ?? "", call.caller.key ?? ""],
    one: !isCollection(step) && step.key !== null,
    countOnly: shape === "count",
    ...(furtherPolicies === undefined ? {} : { furtherPolicies }),
    ...(attaching === null ? {} : { attaching }),
    ...(tagged ? advertised(whole.shape, format) : {}),
  };
  return invoke(readerOf(target.steps), call.context, call.caller, input);
}

function advertised(shape: ReadShape, { metadata }: ODataCall["format"]): Pick<QueryInput, "advertising"> {
  const advertising = advertisingOf(shape, metadata === "full");
  return advertising === null ? {} : { advertising };
}

/** Returns the attachments that rows of a shape and their expansions need; null if they need none. */
const attachingOf = memoized((shape: ReadShape): Attaching | null => {
  const expand = shape.expand.flatMap(({ name, shape: below }) => {
    const attaching = attachingOf(below);
    return attaching === null ? [] : [{ name, attaching }];
  });
  const wanted = shape.set.attachment === undefined ? [] : shape.attached;
  return wanted.length === 0 && expand.length === 0 ? null : { attachment: shape.set.attachment, wanted, expand };
});

const byKey = new WeakMap<BoundQuery, BoundQuery>();

/** Returns the query along a path; for one entity of a set it is the same query for every key. */
function alongPath({ steps }: Target, last: BoundQuery, shape: RunRead["shape"]): QueryAlong {
  const [step, ...below] = steps;
  if (step === undefined || step.key === null || below.length > 0) return queryAlong(steps, last, shape);
  return { query: queryByKey(step, last), ancestors: [] };
}

function queryByKey({ set }: PathStep, last: BoundQuery): BoundQuery {
  const known = byKey.get(last);
  if (known !== undefined) return known;
  const query = { ...last, where: allOf([keyIs(set), last.where]) };
  byKey.set(last, query);
  return query;
}

const taggedOf = memoized(withWhatTagsNeed);

/** Returns the same read with the column and the attached values of which entity tags are made. */
function withWhatTagsNeed({ query, shape }: BoundRead): BoundRead {
  const attached = attachedNames(shape.type);
  const needed = attached.flatMap((name) => propertyNamed(shape.type, name)?.needs ?? []);
  const inner = new Map(
    query.expand.flatMap((item) => {
      const below = shape.expand.find(({ name }) => name === item.name);
      return below === undefined || item.shape !== "entities"
        ? []
        : [[item.name, withWhatTagsNeed({ query: item.query, shape: below.shape })] as const];
    }),
  );
  return {
    query: {
      ...query,
      columns: [...new Set([...query.columns, ...needed, "version"])],
      expand: query.expand.map((item) => ({ ...item, query: inner.get(item.name)?.query ?? item.query })),
    },
    shape: {
      ...shape,
      attached: [...new Set([...shape.attached, ...attached])],
      expand: shape.expand.map((below) => ({ ...below, shape: inner.get(below.name)?.shape ?? below.shape })),
    },
  };
}
