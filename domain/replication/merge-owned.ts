import { latestStamp } from "./column-stamps.ts";
import { madeBy } from "./merge-columns.ts";
import { lostIn, lostTo, mergeShared } from "./merge-shared.ts";
import type { MergedTable } from "./merged-table.ts";
import type { Merged } from "./merged.ts";
import type { MergedRow, ReplicatedChange, Tenure } from "./replicated-change.ts";

/** Returns a negative number if the first tenure is the lower one, a positive one if it is the higher, 0 for one and the same. */
export function compareTenures(one: Tenure, other: Tenure): number {
  if (one.epoch !== other.epoch) return one.epoch - other.epoch;
  if (one.claim === other.claim) return 0;
  return one.claim < other.claim ? -1 : 1;
}

/** Returns the tenure of the node that makes a row. */
export function firstTenure(node: string, stamp: string): Tenure {
  return { node, epoch: 1, claim: stamp };
}

/** Returns the tenure of a node that takes a row over from another, with a stamp of now. */
export function takenOver(before: Tenure, node: string, stamp: string): Tenure {
  return { node, epoch: before.epoch + 1, claim: stamp };
}

/** Returns true if a change begins the tenure under which it was made: it makes the row, or takes it over. */
export function beginsTenure({ tenure, stamps }: ReplicatedChange): boolean {
  return Object.values(stamps).some((stamp) => stamp === tenure?.claim);
}

/**
 * Merges a change into a row of the class `owned`. A take-over carries all columns, so it replaces the row whole; what was written under a
 * lower tenure is refused. Within a tenure one node writes.
 */
export function mergeOwned(table: MergedTable, row: MergedRow | undefined, change: ReplicatedChange): Merged {
  const { tenure } = change;
  const order = row?.tenure === undefined || tenure === undefined ? 0 : compareTenures(tenure, row.tenure);
  if (row === undefined || order === 0) return mergeShared(table, row, change);
  if (order < 0) return { row, losses: lostIn(change, table, latestStamp(row.stamps)), refused: "lowerEpoch" };
  return { row: madeBy(change, table), losses: lostTo(row, change, table) };
}
