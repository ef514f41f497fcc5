import { mayRise } from "../resources/format/rising-columns.ts";
import { columnStamp } from "./column-stamps.ts";
import { type Decision, madeBy, type Meeting, mergeColumns } from "./merge-columns.ts";
import { lostIn } from "./merge-shared.ts";
import type { MergedTable } from "./merged-table.ts";
import { type Merged, unchanged } from "./merged.ts";
import type { MergedRow, ReplicatedChange } from "./replicated-change.ts";

/**
 * Merges a change into a row of the class `append` or `grow`: it is made once and never changes, and once removed it does not come back. Of
 * two rows with one key the earlier stays.
 */
export function mergeKept(table: MergedTable, row: MergedRow | undefined, change: ReplicatedChange): Merged {
  if (change.operation === "remove") return { row: removed(table, row, change), losses: [] };
  if (row === undefined) return { row: madeBy(change, table), losses: [] };
  const [here, there] = [madeAt(row, table), madeAt(change, table)];
  if (row.removed !== undefined || here === there) return unchanged(row);
  if (there > here) return unchanged(row, lostIn(onlyDifferent(change, row), table, here));
  const earlier = madeBy(change, table);
  return { row: earlier, losses: lostIn(onlyDifferent({ ...change, ...row }, earlier), table, there) };
}

const madeAt = ({ stamps }: Pick<MergedRow, "stamps">, { primaryKey }: MergedTable): string =>
  columnStamp(stamps, primaryKey, primaryKey);

function removed(table: MergedTable, row: MergedRow | undefined, change: ReplicatedChange): MergedRow {
  const { stamps, life, removed: before = "" } = row ?? { stamps: change.base ?? {}, life: change.life };
  const own = madeAt(change, table);
  return { values: {}, stamps, life, removed: own > before ? own : before };
}

/**
 * Merges a change into a row of the class `rising`: its columns only rise, so the higher value stays whichever was written later. Of two
 * values of which neither rises to the other, the earlier stays.
 */
export function mergeRising(table: MergedTable, row: MergedRow | undefined, change: ReplicatedChange): Merged {
  if (row === undefined) return { row: madeBy(change, table), losses: [] };
  return mergeColumns(table, row, change, (meeting) => higher(table, meeting));
}

function higher({ columns }: MergedTable, { column, here, there }: Meeting): Decision {
  const facts = columns[column];
  if (facts?.rises === undefined) return { takes: false };
  if (here.value === there.value) return { takes: there.stamp < here.stamp };
  if (mayRise(facts, here.value, there.value)) return { takes: true };
  if (there.value === null || mayRise(facts, there.value, here.value)) return { takes: false };
  const takes = there.stamp < here.stamp;
  return { takes, loses: takes ? here : there };
}

function onlyDifferent(change: ReplicatedChange, other: MergedRow): ReplicatedChange {
  const values = Object.entries(change.values).filter(([column, value]) => value !== other.values[column]);
  return { ...change, values: Object.fromEntries(values) };
}
