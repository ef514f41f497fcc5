import { computedMax, expandItemsMax } from "#domain/limits.ts";

import { type Model, navigationNamed } from "../model/model.ts";
import { propertyNamed } from "../model/types.ts";
import type * as Tree from "../syntax/tree.ts";
import { bindExpression } from "./bind-expression.ts";
import type { BoundRead } from "./bound-read.ts";
import { failure, type QueryPosition } from "./fail.ts";
import type { Rows } from "./position.ts";
import type { ComputedName, Scope } from "./scope.ts";

/** Context of a whole read, and the current depth in it. */
export interface Reading {
  readonly model: Model;
  readonly aliases: ReadonlyMap<string, Tree.Expression>;
  /** Levels of `$expand` around: 0 for the query itself. */
  readonly depth: number;
  /** Navigations expanded so far, on all levels. */
  readonly counted: { expands: number };
  /** Binds the options of a query or of an expanded one. It is a member so that the parts do not import each other in circles. */
  bindRows(rows: Rows, options: Tree.OptionTree, reading: Reading): BoundRead;
}

/**
 * Returns the reading one level deeper, for an expanded navigation, and counts the navigation.
 * @throws LIMIT_EXCEEDED
 */
export function readingBelow(reading: Reading, place: QueryPosition): Reading {
  reading.counted.expands += 1;
  if (reading.counted.expands > expandItemsMax) {
    throw failure("LIMIT_EXCEEDED", place, `at most ${expandItemsMax} navigations may be expanded altogether.`);
  }
  return { ...reading, depth: reading.depth + 1 };
}

/** Returns a scope for the expressions of one option. */
export function scopeOf(
  { model, aliases, depth }: Pick<Reading, "model" | "aliases" | "depth">,
  { set, type }: Pick<Rows, "set" | "type">,
  target: string,
  computed: Scope["computed"],
): Scope {
  return {
    model,
    target,
    levels: [{ set, type, variable: null }],
    current: 0,
    nested: depth > 0,
    aliases,
    openAliases: [],
    computed,
    calls: 0,
    ordering: target === "$orderby",
    counted: { nodes: 0 },
    bind: bindExpression,
  };
}

/**
 * Returns the names that `$compute` defines; each may use those before it.
 * @throws QUERY_OPTION_INVALID for a name that the type has already
 * @throws LIMIT_EXCEEDED
 */
export function computedNames(
  items: readonly Tree.ComputeItem[],
  rows: Rows,
  reading: Reading,
): ReadonlyMap<string, ComputedName> {
  const names = new Map<string, ComputedName>();
  for (const { name, expression, at } of items) {
    const place = { target: "$compute", at };
    if (names.size >= computedMax) {
      throw failure("LIMIT_EXCEEDED", place, `at most ${computedMax} values may be computed.`);
    }
    const taken = names.has(name) || propertyNamed(rows.type, name) !== undefined;
    if (taken || navigationNamed(rows.set, name) !== undefined) {
      throw failure("QUERY_OPTION_INVALID", place, `the name '${name.slice(0, 100)}' is taken. Choose another one.`);
    }
    names.set(name, { expression, scope: scopeOf(reading, rows, "$compute", new Map(names)) });
  }
  return names;
}
