import { columnStamp, latestStamp } from "./column-stamps.ts";
import { later, latestOfBoth, madeBy, type Meeting, mergeColumns } from "./merge-columns.ts";
import type { MergedTable } from "./merged-table.ts";
import { type Loss, type Merged, unchanged } from "./merged.ts";
import type { MergedRow, ReplicatedChange } from "./replicated-change.ts";

/**
 * Merges a change into a row of the class `shared`. A later life replaces an earlier one whole. Within a life a removal wins over every
 * edit, whichever is later, and of two values of a column the later one stays. The result does not depend on the order of changes.
 */
export function mergeShared(table: MergedTable, row: MergedRow | undefined, change: ReplicatedChange): Merged {
  if (row === undefined || change.life > row.life) {
    const made = change.operation === "remove" ? removedBy(change, {}, table) : madeBy(change, table);
    return { row: made, losses: row === undefined ? [] : lostTo(row, change, table) };
  }
  if (change.life < row.life) return unchanged(row, lostIn(change, table, latestStamp(row.stamps)));
  if (change.operation === "remove") {
    const losses = row.removed === undefined ? lostTo(row, change, table) : [];
    return { row: removedBy(change, row, table), losses };
  }
  if (row.removed !== undefined) return unchanged(row, lostIn(unseen(change, row, table), table, row.removed));
  const { row: merged, losses } = mergeColumns(table, row, change, laterOne);
  return { row: merged, losses };
}

function laterOne({ here, there, base }: Meeting): { takes: boolean; loses?: Meeting["here"] } {
  const takes = later(here, there);
  const isConflict =
    base !== here.stamp && here.stamp !== "" && here.stamp !== there.stamp && here.value !== there.value;
  return isConflict ? { takes, loses: takes ? here : there } : { takes };
}

function removedBy(change: ReplicatedChange, row: Partial<MergedRow>, { primaryKey }: MergedTable): MergedRow {
  const own = change.stamps[primaryKey] ?? "";
  const { removed = "", tenure = change.tenure } = row;
  // Of a row that lived here only what the remover had seen counts: the rest was lost by the removal.
  const seen = removed === "" ? (change.base ?? {}) : latestOfBoth(row.stamps ?? {}, change.base ?? {}, primaryKey);
  return {
    values: {},
    stamps: seen,
    life: change.life,
    removed: own > removed ? own : removed,
    ...(tenure === undefined ? {} : { tenure }),
  };
}

/** Returns what a removal, or a row that replaces another whole, takes away without having seen it. */
export function lostTo({ values, stamps }: MergedRow, change: ReplicatedChange, { primaryKey }: MergedTable): Loss[] {
  const kept = latestStamp(change.stamps);
  return Object.entries(values).flatMap(([column, value]) => {
    const stamp = columnStamp(stamps, primaryKey, column);
    const seen = columnStamp(change.base ?? {}, primaryKey, column);
    const after = change.values[column] ?? null;
    const isLost = column !== primaryKey && stamp > seen && (change.operation === "remove" || value !== after);
    return isLost ? [{ column, lost: { value, stamp }, kept: { value: after, stamp: kept } }] : [];
  });
}

/**
 * Returns a change without the columns that those who removed its row had seen as they are there. An earlier value is not seen for that: a
 * change arrives after all those that it knew.
 */
function unseen(change: ReplicatedChange, { stamps }: MergedRow, { primaryKey }: MergedTable): ReplicatedChange {
  const values = Object.entries(change.values).filter(
    ([column]) => columnStamp(change.stamps, primaryKey, column) !== columnStamp(stamps, primaryKey, column),
  );
  return { ...change, values: Object.fromEntries(values) };
}

/** Returns what is lost when a change has no effect. */
export function lostIn({ values, stamps }: ReplicatedChange, { primaryKey }: MergedTable, kept: string): Loss[] {
  return Object.entries(values)
    .filter(([column]) => column !== primaryKey)
    .map(([column, value]) => ({
      column,
      lost: { value, stamp: columnStamp(stamps, primaryKey, column) },
      kept: { value: null, stamp: kept },
    }));
}
