import { expandDepthMax } from "#domain/limits.ts";
import type { BoundExpand } from "#domain/query/bound-query.ts";

import type { Navigation } from "../entity-set.ts";
import { navigationNamed } from "../model/model.ts";
import type { StructuredType } from "../structured-type.ts";
import type * as Tree from "../syntax/tree.ts";
import { keysOnlyRead, type ShownExpand } from "./bound-read.ts";
import { failure, notSupported, type QueryPosition } from "./fail.ts";
import { followable, type Rows, wayOf } from "./position.ts";
import { type Reading, readingBelow } from "./reading.ts";
import { castType, unknownProperty } from "./resolve-name.ts";

/** An expanded navigation: its query, and the shape of its answer. */
export interface BoundExpansion {
  readonly bound: BoundExpand;
  readonly shown: ShownExpand;
}

/**
 * Binds the items of `$expand` with their options, level by level.
 * @throws EXPAND_TOO_DEEP
 * @throws EXPAND_NOT_ALLOWED
 * @throws PROPERTY_UNKNOWN
 */
export function bindExpand(items: readonly Tree.ExpandItem[], rows: Rows, reading: Reading): readonly BoundExpansion[] {
  const expansions = new Map<string, BoundExpansion>();
  // A navigation that is named has its own options, also beside `*`.
  for (const item of items.toSorted((one, other) => Number(one.kind === "all") - Number(other.kind === "all"))) {
    const place = placeAt(item.at);
    if (item.kind === "value") throw notSupported(place, "$value in $expand");
    for (const navigation of navigationsOf(item, rows, reading)) {
      if (!expansions.has(navigation.name)) {
        expansions.set(navigation.name, bindItem(navigation, item, reading));
      } else if (item.kind === "path") {
        throw failure("QUERY_OPTION_INVALID", place, `'${navigation.name}' is expanded twice. Give it once.`);
      }
    }
  }
  return [...expansions.values()];
}

function navigationsOf(item: Tree.ExpandItem, rows: Rows, { model }: Reading): readonly Navigation[] {
  let type: StructuredType = rows.type;
  for (const [index, segment] of item.segments.entries()) {
    const place = placeAt(segment.at);
    if (segment.kind === "annotation") throw notSupported(place, "An annotation in $expand");
    if (segment.qualified) {
      type = castType(model, segment.name, type, place);
      continue;
    }
    const navigation = navigationNamed(rows.set, segment.name);
    if (navigation === undefined) throw unknownNavigation(segment.name, { ...rows, type }, place);
    const next = item.segments[index + 1];
    if (next?.kind === "name" && next.qualified) {
      throw notSupported(placeAt(next.at), `The type '${next.name}' behind '${segment.name}' in $expand`);
    }
    if (next !== undefined) {
      throw failure(
        "QUERY_OPTION_INVALID",
        place,
        `behind '${segment.name}' use brackets: ${segment.name}($expand=…).`,
      );
    }
    return [navigation];
  }
  if (item.kind === "all") return (rows.set.navigation ?? []).filter((navigation) => wayOf(navigation) !== undefined);
  throw failure("QUERY_OPTION_INVALID", placeAt(item.at), "name a navigation behind the type.");
}

function unknownNavigation(name: string, rows: Rows, place: QueryPosition) {
  if (Object.hasOwn(rows.type.properties, name)) {
    return failure("EXPAND_NOT_ALLOWED", place, `'${name}' is a property; it is given without $expand.`);
  }
  return unknownProperty(name, rows, place);
}

function bindItem(navigation: Navigation, item: Tree.ExpandItem, reading: Reading): BoundExpansion {
  const place = placeAt(item.at);
  const depth = reading.depth + 1;
  if (depth > expandDepthMax) throw tooDeep(place);
  const below = readingBelow(reading, place);
  const rows = followable(navigation, place, "EXPAND_NOT_ALLOWED");
  const { shape: form, options } = item;
  if (form === "count" && !navigation.many) {
    throw failure("QUERY_OPTION_INVALID", place, `'${navigation.name}' leads to one entity, which is not counted.`);
  }
  checkOptions(navigation, form, options);
  const inner: Reading = { ...below, aliases: new Map([...reading.aliases, ...options.aliases]) };
  const read = reading.bindRows(rows, withLevels(navigation, item, depth), inner);
  const { query, shape } = form === "entities" ? read : keysOnlyRead(read);
  const { name, many } = navigation;
  return {
    bound: { name, relation: rows.relation, many, shape: form, query },
    shown: { name, navigation, form, count: query.count, shape },
  };
}

const ofOneEntity: readonly Tree.OptionName[] = ["select", "expand", "compute", "levels"];

// The grammar decides which options a navigation to many entities takes, in each form.
function checkOptions({ name, many }: Navigation, form: Tree.ExpandItem["shape"], options: Tree.OptionTree): void {
  if (many) return;
  for (const [option, at] of options.given) {
    if (form === "entities" && ofOneEntity.includes(option)) continue;
    throw failure(
      "QUERY_OPTION_INVALID",
      { target: `$${option}`, at },
      `$${option} means nothing for '${name}'. Leave it out.`,
    );
  }
}

/** Returns the options of an item, with the same item again inside as long as `$levels` continues. */
function withLevels(navigation: Navigation, item: Tree.ExpandItem, depth: number): Tree.OptionTree {
  const { levels, ...options } = item.options;
  if (levels === undefined) return options;
  const place = { target: "$levels", at: options.given.get("levels") ?? item.at };
  const wanted = levels === "max" ? expandDepthMax - depth + 1 : levels;
  if (!Number.isInteger(wanted) || wanted < 1) throw failure("QUERY_OPTION_INVALID", place, "$levels begins with 1.");
  if (depth + wanted - 1 > expandDepthMax) throw tooDeep(place);
  if (wanted === 1) return options;
  const inner = { ...item.options, levels: wanted - 1 };
  const again = (one: Tree.ExpandItem) => ({ ...options, expand: [...(options.expand ?? []), one] });
  if (item.kind === "all") return again({ ...item, options: inner });
  const { name } = navigation;
  if (navigationNamed(navigation.target(), name)?.target() === navigation.target()) {
    const segments = [{ kind: "name", name, qualified: false, at: item.at }] as const;
    return again({ ...item, segments, options: inner });
  }
  if (levels === "max") return options;
  const rule = `'${name}' leads to ${navigation.target().name}, from which no '${name}' leads to more of them. Leave $levels out.`;
  throw failure("QUERY_OPTION_INVALID", place, rule);
}

function tooDeep(place: QueryPosition) {
  const rule = `$expand may go at most ${expandDepthMax} levels deep. Ask for deeper entities by an address of their own.`;
  return failure("EXPAND_TOO_DEEP", place, rule);
}

function placeAt(at: number): QueryPosition {
  return { target: "$expand", at };
}
