import { expandDepthMax } from "#domain/limits.ts";
import type { BoundExpand } from "#domain/query/bound-query.ts";

import { navigationNamed } from "../model/model.ts";
import { noOptions } from "../syntax/item-path.ts";
import type { GatheredProperty, ShownProperty } from "./bound-read.ts";
import { failure } from "./fail.ts";
import { followable, type Rows } from "./position.ts";
import { type Reading, readingBelow } from "./reading.ts";

const place = { target: "$select", at: 0 };

/** Returns those of the properties that gather the entities of a navigation. */
export function gatheredOf(shown: readonly ShownProperty[]): readonly GatheredProperty[] {
  return shown.filter((one): one is GatheredProperty => one.property.gathers !== undefined);
}

/**
 * Binds the navigations that such properties are gathered from. Their rows are read under the policies of the
 * navigations, each under the name of its property.
 * @throws EXPAND_NOT_ALLOWED
 * @throws EXPAND_TOO_DEEP
 * @throws LIMIT_EXCEEDED
 */
export function bindGathered(
  gathered: readonly GatheredProperty[],
  rows: Rows,
  reading: Reading,
): readonly BoundExpand[] {
  return gathered.map(({ name, property }) => {
    const navigation = navigationNamed(rows.set, property.gathers.navigation);
    if (navigation === undefined) throw new TypeError(`${rows.set.name} has no navigation to gather '${name}' from`);
    if (reading.depth >= expandDepthMax)
      throw failure("EXPAND_TOO_DEEP", place, `'${name}' stands too deep. Ask for it elsewhere.`);
    const below = readingBelow(reading, place);
    const way = followable(navigation, place, "EXPAND_NOT_ALLOWED");
    const { query } = reading.bindRows(way, noOptions, below);
    return { name, relation: way.relation, many: true, shape: "entities", query };
  });
}
