import type { ComputedColumn } from "#domain/query/bound-query.ts";

import { navigationNamed } from "../model/model.ts";
import { isDerivedFrom, isReadByName, propertiesOf, propertyNamed } from "../model/types.ts";
import type { Property, StructuredType } from "../structured-type.ts";
import type * as Tree from "../syntax/tree.ts";
import type { ShownProperty } from "./bound-read.ts";
import { failure, notSupported, type QueryPosition } from "./fail.ts";
import type { Rows } from "./position.ts";
import type { Reading } from "./reading.ts";
import { castType, unknownProperty } from "./resolve-name.ts";

/** Properties, actions and computed values that `$select` names. */
export interface Selection {
  /** True if every property is selected: by `*`, or because `$select` is absent. */
  readonly all: boolean;
  readonly items: readonly SelectedProperty[];
  /** Actions of the set that are named. Each item selects whether the caller can take the action. */
  readonly actions: readonly string[];
  /** Names of `$compute` that are selected; null if all are. */
  readonly computed: ReadonlySet<string> | null;
  /** The items as `@odata.context` names them; null without `$select`. */
  readonly list: readonly string[] | null;
}

/** A property that `$select` names, with its named part. */
interface SelectedProperty {
  /** Type that has the property. */
  readonly type: StructuredType;
  readonly name: string;
  /** Selected part of the value; null for the whole value. */
  readonly part: SelectedPart | null;
}

interface SelectedPart {
  readonly name: string;
  readonly property: Property;
  readonly part: SelectedPart | null;
}

/** Selection without `$select`: everything. */
const everything: Selection = { all: true, items: [], actions: [], computed: null, list: null };

/**
 * Resolves the items of `$select`.
 * @throws PROPERTY_UNKNOWN
 * @throws QUERY_OPTION_NOT_SUPPORTED
 */
export function bindSelect(
  items: readonly Tree.SelectItem[] | undefined,
  { rows, reading, computed }: { rows: Rows; reading: Reading; computed: ReadonlyMap<string, unknown> },
): Selection {
  if (items === undefined) return everything;
  const selected: SelectedProperty[] = [];
  const names = new Set<string>();
  let all = false;
  for (const item of items) {
    if (item.kind === "all") all = true;
    if (item.kind !== "path") continue;
    const [only, second] = item.segments;
    if (only?.kind === "name" && second === undefined && computed.has(only.name)) names.add(only.name);
    else selected.push(...selectPath(item, rows, reading));
  }
  const list = items.map((item) => (item.kind === "all" ? "*" : item.segments.map(segmentText).join("/")));
  const actions = [...new Set(items.flatMap((item) => actionOf(item, rows, reading)))];
  return { all, items: selected, actions, computed: all ? null : names, list: [...new Set(list)] };
}

/** Returns the action that an item names by its qualified name; empty if it names none. */
function actionOf(item: Tree.SelectItem, { set }: Rows, { model }: Reading): readonly string[] {
  const last = item.kind === "path" ? item.segments.at(-1) : undefined;
  if (last?.kind !== "name" || !last.qualified) return [];
  const dot = last.name.lastIndexOf(".");
  const [namespace, name] = [last.name.slice(0, dot), last.name.slice(dot + 1)];
  const isOurs = namespace === model.namespace || namespace === model.alias;
  return isOurs && Object.hasOwn(set.actions ?? {}, name) ? [name] : [];
}

/**
 * Returns the selected properties of a type, in the order of their declaration. Write-only properties are never shown.
 * Properties that cost more than their row are shown only if they are named.
 */
export function shownProperties(type: StructuredType, { all, items }: Selection): readonly ShownProperty[] {
  return Object.entries(propertiesOf(type)).flatMap(([name, property]): ShownProperty[] => {
    // The statement computes a condition, so it is given as a computed value.
    if (property.access === "write" || property.condition !== undefined) return [];
    const named = items.filter((item) => item.name === name && isDerivedFrom(type, item.type));
    const byName = !all || isReadByName(property);
    if (byName && named.length === 0) return [];
    return [{ name, property, parts: !byName ? null : joinParts(named.map(({ part }) => part)) }];
  });
}

/** Returns the selected conditions, as values that the statement computes. */
export function selectedConditions(type: StructuredType, { items }: Selection): readonly ComputedColumn[] {
  return Object.entries(propertiesOf(type)).flatMap(([name, { condition }]) => {
    const isNamed = items.some((item) => item.name === name && isDerivedFrom(type, item.type));
    return condition !== undefined && isNamed ? [{ name, expression: condition }] : [];
  });
}

function joinParts(parts: readonly (SelectedPart | null)[]): readonly ShownProperty[] | null {
  const named = parts.filter((part) => part !== null);
  if (named.length < parts.length) return null;
  const byName = Map.groupBy(named, ({ name }) => name);
  return [...byName].map(([name, same]) => ({
    name,
    property: (same[0] as SelectedPart).property,
    parts: joinParts(same.map(({ part }) => part)),
  }));
}

function selectPath(item: Tree.SelectItem, rows: Rows, { model }: Reading): readonly SelectedProperty[] {
  let { type } = rows;
  for (const [index, segment] of item.segments.entries()) {
    const place = placeAt(segment.at);
    if (segment.kind === "annotation") throw notSupported(place, "An annotation in $select");
    if (segment.qualified) {
      // A qualified name at the end that is no type names an action or a function, which is no property.
      if (index === item.segments.length - 1 && model.typeNamed(segment.name) === undefined) return [];
      type = castType(model, segment.name, type, place);
      continue;
    }
    const property = propertyNamed(type, segment.name);
    const rest = item.segments.slice(index + 1);
    if (property === undefined) return selectNavigation(segment.name, rest, { ...rows, type }, place);
    if (property.access === "write") {
      throw failure("QUERY_OPTION_INVALID", place, `'${segment.name}' goes in and never comes out. Leave it out.`);
    }
    return selectParts(property, rest, item.options, place).map((part) => ({ type, name: segment.name, part }));
  }
  return [];
}

// A navigation in $select asks for its link only, which clients can make themselves.
function selectNavigation(
  name: string,
  rest: readonly Tree.ItemSegment[],
  rows: Rows,
  place: QueryPosition,
): readonly SelectedProperty[] {
  if (navigationNamed(rows.set, name) === undefined) throw unknownProperty(name, rows, place);
  if (rest.length > 0) {
    throw failure(
      "QUERY_OPTION_INVALID",
      place,
      `'${name}' leads to other entities. Select their properties in $expand.`,
    );
  }
  return [];
}

function selectParts(
  property: Property,
  segments: readonly Tree.ItemSegment[],
  options: Tree.OptionTree,
  place: QueryPosition,
): readonly (SelectedPart | null)[] {
  const [segment, ...rest] = segments;
  if (segment === undefined) return selectNested(property, options, place);
  if (segment.kind === "annotation") throw notSupported(placeAt(segment.at), "An annotation in $select");
  const part = partOf(property, segment.name, placeAt(segment.at));
  return selectParts(part, rest, options, place).map((inner) => ({ name: segment.name, property: part, part: inner }));
}

function selectNested(
  property: Property,
  options: Tree.OptionTree,
  place: QueryPosition,
): readonly (SelectedPart | null)[] {
  const other = [...options.given].find(([name]) => name !== "select");
  if (other !== undefined) throw notSupported(placeAt(other[1]), `$${other[0]} inside $select`);
  if (options.select === undefined || options.select.some(({ kind }) => kind === "all")) return [null];
  return options.select
    .filter(({ kind }) => kind === "path")
    .flatMap((item) => selectParts(property, item.segments, item.options, place));
}

function partOf({ type }: Property, name: string, place: QueryPosition): Property {
  const part = typeof type === "string" ? undefined : propertyNamed(type, name);
  if (part !== undefined) return part;
  if (typeof type === "object" && type.open) return { type: "Edm.PrimitiveType", nullable: true };
  throw unknownProperty(name, { type }, place);
}

function segmentText(segment: Tree.ItemSegment): string {
  return segment.kind === "name" ? segment.name : `@${segment.term}`;
}

function placeAt(at: number): QueryPosition {
  return { target: "$select", at };
}
