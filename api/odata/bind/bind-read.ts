import { pageSizeMax, skipMax } from "#domain/limits.ts";
import type { BoundQuery, ComputedColumn, Expression } from "#domain/query/bound-query.ts";
import { callParameters } from "#domain/query/caller.ts";

import type { EntitySet } from "../entity-set.ts";
import type { Model } from "../model/model.ts";
import { columnsNeeded, isDerivedFrom } from "../model/types.ts";
import type { StructuredType } from "../structured-type.ts";
import type * as Tree from "../syntax/tree.ts";
import { type BoundExpansion, bindExpand } from "./bind-expand.ts";
import { bindGathered, gatheredOf } from "./bind-gathered.ts";
import { bindOrder, keyColumn } from "./bind-order.ts";
import { bindSearch } from "./bind-search.ts";
import { bindSelect, selectedConditions, type Selection, shownProperties } from "./bind-select.ts";
import { type BoundRead, keysOnlyRead, type ReadShape } from "./bound-read.ts";
import { allOf, bindCondition } from "./condition.ts";
import { failure } from "./fail.ts";
import { conditionOf, type Rows } from "./position.ts";
import { checkReadOptions, type ReadResult } from "./read-options.ts";
import { computedNames, type Reading, scopeOf } from "./reading.ts";
import type { ComputedName } from "./scope.ts";
import { typeOf } from "./value-types.ts";

/** Entities that an address leads to, before its options are read. */
export interface Start {
  readonly set: EntitySet;
  /** The type after a cast in the path. */
  readonly type?: StructuredType | undefined;
  /** Row policy under which the entities are read at this address. */
  readonly policy: string;
  /** Condition on the entities that the address means; it means all of them without one. */
  readonly where?: Expression | undefined;
  readonly result: ReadResult;
}

/**
 * Binds the options of an address to the model. Names are exact; every limit is checked.
 * @throws QUERY_OPTION_UNKNOWN
 * @throws QUERY_OPTION_INVALID
 * @throws QUERY_OPTION_NOT_SUPPORTED
 * @throws PROPERTY_UNKNOWN
 * @throws TYPES_INCOMPATIBLE
 */
export function bindRead(model: Model, start: Start, tree: Tree.QueryTree): BoundRead {
  const { set, type = set.type, policy, where = null, result } = start;
  if (set.source === undefined) throw new TypeError(`${set.name} has no source, so it is not read by a query`);
  checkReadOptions(tree, result);
  const reading: Reading = { model, aliases: tree.aliases, depth: 0, counted: { expands: 0 }, bindRows };
  const { query, shape } = bindRows({ set, type, source: set.source, policy }, tree, reading);
  const read = { query: where === null ? query : { ...query, where: allOf([where, query.where]) }, shape };
  return result === "count" || result === "references" ? keysOnlyRead(read) : read;
}

/** Returns the condition that an entity has a key, by default the one that comes with each call. AND it to a query for one entity. */
export function keyIs(set: EntitySet, key?: string): Expression {
  const left = keyColumn({ set });
  const value = key === undefined ? { value: "", parameter: callParameters.key } : { value: key };
  return { kind: "compare", operator: "eq", left, right: { kind: "literal", type: left.type, ...value } };
}

function bindRows(rows: Rows, options: Tree.OptionTree, reading: Reading): BoundRead {
  const computed = computedNames(options.compute ?? [], rows, reading);
  const scope = (target: string) => scopeOf(reading, rows, target, computed);
  const filter = options.filter === undefined ? null : bindCondition(options.filter, scope("$filter"));
  const selection = bindSelect(options.select, { rows, reading, computed });
  const expansions = bindExpand(options.expand ?? [], rows, reading);
  const values = [...computedColumns(computed, selection), ...selectedConditions(rows.type, selection)];
  const shape = shapeOf(rows, selection, { expansions, values });
  const query: BoundQuery = {
    source: rows.source,
    policy: rows.policy,
    columns: columnsOf(rows, shape),
    computed: values,
    where: allOf([conditionOf(rows), filter]),
    search: options.search === undefined ? null : bindSearch(options.search),
    orderBy: bindOrder(options.orderby ?? [], rows, scope("$orderby")),
    // A larger result is given page by page, with a link to the next page.
    top: options.top === undefined ? null : Math.min(options.top, pageSizeMax),
    skip: boundedSkip(options),
    after: null,
    count: options.count ?? false,
    expand: [...expansions.map(({ bound }) => bound), ...bindGathered(shape.gathered, rows, reading)],
  };
  return { query, shape };
}

// Computed values that are not selected are bound too: an error in one fails the call.
function computedColumns(computed: ReadonlyMap<string, ComputedName>, selection: Selection): readonly ComputedColumn[] {
  return [...computed]
    .map(([name, { expression, scope }]) => ({ name, expression: scope.bind(expression, scope) }))
    .filter(({ name }) => selection.computed === null || selection.computed.has(name));
}

function boundedSkip({ skip = 0, given }: Tree.OptionTree): number {
  if (skip <= skipMax) return skip;
  const place = { target: "$skip", at: given.get("skip") ?? 0 };
  throw failure("LIMIT_EXCEEDED", place, `$skip may be at most ${skipMax}. Follow @odata.nextLink for more.`);
}

function shapeOf(
  { set, type }: Rows,
  selection: Selection,
  { expansions, values }: { expansions: readonly BoundExpansion[]; values: readonly ComputedColumn[] },
): ReadShape {
  const derived = (set.derived ?? [])
    .filter((candidate) => candidate !== type && isDerivedFrom(candidate, type))
    .map((candidate) => ({ type: candidate, properties: shownProperties(candidate, selection) }));
  const properties = shownProperties(type, selection);
  const shown = [...properties, ...derived.flatMap((candidate) => candidate.properties)];
  const expand = expansions.map((expansion) => expansion.shown);
  return {
    set,
    type,
    properties,
    derived,
    computed: values.map(({ name, expression }) => ({ name, type: typeOf(expression) })),
    gathered: gatheredOf([...new Map(shown.map((one) => [one.name, one])).values()]),
    attached: [...new Set(shown.filter(({ property }) => property.attached).map(({ name }) => name))],
    advertised: selection.actions,
    selectList: selectListOf(selection, expand),
    expand,
  };
}

function selectListOf({ list }: Selection, expand: ReadShape["expand"]): string | null {
  const expanded = expand
    .filter(({ form }) => form === "entities")
    .map(({ name, shape }) => `${name}(${shape.selectList ?? ""})`);
  if (list === null && expanded.length === 0) return null;
  const plain = (list ?? []).filter((item) => !expand.some(({ name }) => name === item));
  return [...plain, ...expanded].join(",");
}

function columnsOf({ set, type }: Rows, { properties, derived }: ReadShape): readonly string[] {
  const columns = new Set([keyColumn({ set }).column]);
  const types = derived.length === 0 ? [] : [type, ...derived.map((candidate) => candidate.type)];
  for (const { when } of types) if (when !== undefined) columns.add(when.column);
  for (const { name, property } of [...properties, ...derived.flatMap((candidate) => candidate.properties)]) {
    for (const column of columnsNeeded(name, property)) columns.add(column);
  }
  return [...columns];
}
