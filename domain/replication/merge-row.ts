import type { TableClass } from "../resources/format/table-classes.ts";
import { mergeKept, mergeRising } from "./merge-kept.ts";
import { mergeOwned } from "./merge-owned.ts";
import { mergeShared } from "./merge-shared.ts";
import type { MergedTable } from "./merged-table.ts";
import type { Merged } from "./merged.ts";
import type { MergedRow, ReplicatedChange } from "./replicated-change.ts";

/** Merging of a change into a row, if there is one. */
export type Merging = (table: MergedTable, row: MergedRow | undefined, change: ReplicatedChange) => Merged;

/** Classes of tables whose rows other nodes have. */
export type LeavingClass = Exclude<TableClass, "node" | "local" | "derived">;

/** Mergings by the class of the table. */
export const mergings: Readonly<Record<LeavingClass, Merging>> = {
  shared: mergeShared,
  owned: mergeOwned,
  grow: mergeKept,
  append: mergeKept,
  rising: mergeRising,
};

/** Returns true if the rows of a class go to other nodes. */
export function isLeaving(of: TableClass): of is LeavingClass {
  return Object.hasOwn(mergings, of);
}
