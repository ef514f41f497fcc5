import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import type { BoundQuery, Expression, QueryResult, Scalar } from "#domain/query/bound-query.ts";
import { allOf, isAlways, never } from "#domain/query/condition.ts";
import { policyNames } from "#domain/query/policy-names.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation, type PolicyCheck } from "../kernel/define-operation.ts";
import { readerOf } from "../kernel/reads-of.ts";
import { advertisedChecks, type Advertising, withAdvertised } from "./advertise.ts";
import { type Attaching, attachTo } from "./attach.ts";
import { bothPolicies, type FurtherPolicies, policiesOfColumns } from "./column-policies.ts";
import { shownBySettings } from "./shown-by-settings.ts";

/** A query, and the place of the answer in its result. */
export interface QueryInput {
  readonly query: BoundQuery;
  /** Expansions that lead to the answer: each row on the way must exist and be visible, as the parent of the requested entity. */
  readonly ancestors: readonly string[];
  /** True if the answer is one row that must exist. */
  readonly one: boolean;
  /** True if only the number of rows is wanted. */
  readonly countOnly?: boolean;
  /** Values of the query's parameters. */
  readonly parameters?: readonly Scalar[] | undefined;
  /** Policies that apply besides that of a query's rows, by that policy's name. */
  readonly furtherPolicies?: FurtherPolicies;
  /** Computed values to add to the answer. */
  readonly attaching?: Attaching;
  /** Actions for which each row tells whether the caller can call them now. */
  readonly advertising?: Advertising;
}

/**
 * Reads by a query. The row policy of every source that the query touches is a part of its statements, also in expansions, counts and
 * lambdas. A missing parent row is reported like a row of `visibleRow`.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const runQuery = defineOperation<QueryInput, QueryResult>({
  name: "read.query",
  kind: "read",
  input: z.custom<QueryInput>((input) => typeof input === "object" && input !== null && "query" in input),
  callers: ["user"],
  policiesOf({ query, furtherPolicies, advertising }) {
    const checks =
      furtherPolicies === undefined ? checksOf(query) : checksWith(query, furtherOf(query, furtherPolicies));
    return advertising === undefined ? checks : [...checks, ...advertisedChecks(advertising)];
  },
  audit: { operation: "READ", when: "refusalOnly", describe: ({ query }) => ({ ident: query.source }) },
  async run(context, input) {
    const visible = visibleRows(context, input);
    const shown = shownBySettings(visible, context.settings);
    const owner = readerOf(context);
    if (input.countOnly && input.ancestors.length === 0) {
      return {
        rows: [],
        more: false,
        count: await context.store.countOf(input.query, shown, input.parameters, owner),
      };
    }
    const whole = await context.store.query(askedOf(context, input), shown, input.parameters, owner);
    const { query, result } = follow(input, whole, visible);
    if (input.one && result.rows.length === 0) throw absent(query, visible);
    if (input.attaching === undefined) return result;
    const [attached = result] = await attachTo(context, input.attaching, [result]);
    return attached;
  },
});

type Checks = readonly PolicyCheck<QueryInput>[];

const rowCheck = (name: string): PolicyCheck<QueryInput> => ({ name, rows: true });

// A query never changes, and the same one may run many times.
const checksByQuery = new WeakMap<BoundQuery, Checks>();
const furtherByQuery = new WeakMap<BoundQuery, FurtherPolicies>();

function checksOf(query: BoundQuery): Checks {
  const checks = checksByQuery.get(query) ?? checksWith(query, furtherOf(query, undefined));
  checksByQuery.set(query, checks);
  return checks;
}

function checksWith(query: BoundQuery, further: FurtherPolicies): Checks {
  return policyNames(query)
    .flatMap((name) => [name, ...(further[name] ?? [])])
    .map(rowCheck);
}

function furtherOf(query: BoundQuery, furtherPolicies: FurtherPolicies | undefined): FurtherPolicies {
  const own = furtherByQuery.get(query) ?? policiesOfColumns(query);
  furtherByQuery.set(query, own);
  return furtherPolicies === undefined ? own : bothPolicies(own, furtherPolicies);
}

function visibleRows(
  { visible }: CallContext,
  { query, furtherPolicies }: QueryInput,
): ReadonlyMap<string, Expression> {
  const further = Object.entries(furtherOf(query, furtherPolicies));
  if (further.length === 0) return visible;
  const merged = new Map(visible);
  for (const [policy, others] of further) {
    const own = visible.get(policy);
    if (own === undefined) continue;
    merged.set(policy, allOf(own, ...others.map((name) => visible.get(name) ?? never)));
  }
  return merged;
}

/** Adds the advertised actions of the answer to a query, below its ancestors. */
function askedOf(context: CallContext, { query, ancestors, advertising }: QueryInput): BoundQuery {
  if (advertising === undefined) return query;
  const above = (below: Advertising, name: string) => ({ actions: {}, expand: [{ name, advertising: below }] });
  return withAdvertised(context, query, ancestors.reduceRight(above, advertising));
}

interface Followed {
  readonly query: BoundQuery;
  readonly result: QueryResult;
}

function follow(
  { query, ancestors }: QueryInput,
  whole: QueryResult,
  visible: ReadonlyMap<string, Expression>,
): Followed {
  let at: Followed = { query, result: whole };
  for (const name of ancestors) {
    const [row] = at.result.rows;
    if (row === undefined) throw absent(at.query, visible);
    const expand = at.query.expand.find((item) => item.name === name);
    const result = row.expanded[name];
    if (expand === undefined || result === undefined) throw new RangeError(`the query does not expand '${name}'`);
    at = { query: expand.query, result };
  }
  return at;
}

// Keys must not be probed: only a caller who may see every row learns that one is missing.
function absent({ source, policy }: BoundQuery, visible: ReadonlyMap<string, Expression>): ServiceError {
  return isAlways(visible.get(policy) ?? never)
    ? new ServiceError("NOT_FOUND", { target: source })
    : new ServiceError("FORBIDDEN", { target: policy });
}
