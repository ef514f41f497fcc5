import type { Resource } from "./format/resource.ts";
import { resources } from "./resources.ts";

/**
 * Columns by which the rows of the sources that grow without bound may be ordered, and are looked up by an equal value. Each begins an
 * index, so that no order has to read them all.
 */
export const orderedColumns: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.values<Resource>(resources).flatMap(({ name, properties }) => {
    const ordered = Object.entries(properties).flatMap(([column, { facts }]) => (facts.ordered ? [column] : []));
    return ordered.length === 0 ? [] : [[name, ordered]];
  }),
);

const lookedUp: ReadonlySet<string> = new Set(
  Object.values<Resource>(resources).flatMap(({ name, properties }) =>
    Object.entries(properties).flatMap(([column, { facts }]) =>
      facts.ordered || facts.lookedUp ? [`${name} ${column}`] : [],
    ),
  ),
);

/** Returns true if an index finds the rows of a source that have a value in this column. */
export function isLookedUpBy(source: string, column: string): boolean {
  return lookedUp.has(`${source} ${column}`);
}
