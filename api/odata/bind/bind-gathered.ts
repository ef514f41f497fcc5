import { expandDepthMax, expandItemsMax } from "#domain/limits.ts";
import type { BoundExpand } from "#domain/query/bound-query.ts";

import { navigationNamed } from "../model/model.ts";
import type { OptionTree } from "../syntax/tree.ts";
import type { GatheredProperty, ShownProperty } from "./bound-read.ts";
import { failure } from "./fail.ts";
import { followable } from "./position.ts";
import type { Reading } from "./reading.ts";
import type { Rows } from "./rows.ts";

const place = { target: "$select", at: 0 };
const noOptions: OptionTree = { aliases: new Map(), given: new Map() };

/** Those among properties that hold the entities of a navigation together. */
export function gatheredOf(shown: readonly ShownProperty[]): readonly GatheredProperty[] {
  return shown.filter((one): one is GatheredProperty => one.property.gathers !== undefined);
}

/**
 * Binds what such properties are gathered from: the rows of their navigations, under the policies of these, each under the
 * name of its property.
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
    const depth = reading.depth + 1;
    if (depth > expandDepthMax)
      throw failure("EXPAND_TOO_DEEP", place, `'${name}' stands too deep. Ask for it elsewhere.`);
    reading.counted.expands += 1;
    if (reading.counted.expands > expandItemsMax) {
      throw failure("LIMIT_EXCEEDED", place, `at most ${expandItemsMax} navigations may be expanded altogether.`);
    }
    const { relation, source, policy, set } = followable(navigation, place, "EXPAND_NOT_ALLOWED");
    const { query } = reading.bindRows({ set, type: set.type, source, policy }, noOptions, { ...reading, depth });
    return { name, relation, many: true, shape: "entities", query };
  });
}
