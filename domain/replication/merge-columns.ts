import { columnStamp, type ColumnStamps, shortStamps } from "./column-stamps.ts";
import type { MergedTable } from "./merged-table.ts";
import type { Loss, StampedValue } from "./merged.ts";
import type { ColumnValue, MergedRow, ReplicatedChange } from "./replicated-change.ts";

/** A column in a row and in a change, where both have a value. */
export interface Meeting {
  readonly column: string;
  readonly here: StampedValue;
  readonly there: StampedValue;
  /** Stamp that the change replaced at its origin; absent if it made the row. */
  readonly base: string | undefined;
}

/** Decision about a column: which value stays, and the other one if it is lost. */
export interface Decision {
  readonly takes: boolean;
  readonly loses?: StampedValue;
}

/** Merges the columns of a change into a row that lives, each by a rule. */
export function mergeColumns(
  { primaryKey }: MergedTable,
  row: MergedRow,
  change: ReplicatedChange,
  decide: (meeting: Meeting) => Decision,
): { readonly row: MergedRow; readonly losses: readonly Loss[] } {
  const values: Record<string, ColumnValue> = { ...row.values };
  const stamps = allStamps(row, primaryKey);
  const losses: Loss[] = [];
  let isChanged = false;
  for (const [column, value] of Object.entries(change.values)) {
    const here = { value: row.values[column] ?? null, stamp: stamps[column] ?? "" };
    const there = { value, stamp: columnStamp(change.stamps, primaryKey, column) };
    const base = change.base === undefined ? undefined : columnStamp(change.base, primaryKey, column);
    const { takes, loses } = decide({ column, here, there, base });
    if (loses !== undefined) losses.push({ column, lost: loses, kept: takes ? there : here });
    if (!takes) continue;
    values[column] = value;
    stamps[column] = there.stamp;
    isChanged = true;
  }
  return { losses, row: isChanged ? { ...row, values, stamps: shortStamps(stamps, primaryKey) } : row };
}

/** Returns the row that a change makes where there is none; columns that it does not name have their first value, which nobody wrote. */
export function madeBy(change: ReplicatedChange, { primaryKey, columns }: MergedTable): MergedRow {
  const values: Record<string, ColumnValue> = {};
  const stamps: Record<string, string> = {};
  const isNamed = (column: string) => Object.hasOwn(change.values, column);
  const stampIn = (column: string) => (isNamed(column) ? columnStamp(change.stamps, primaryKey, column) : "");
  const own = Object.hasOwn(columns, primaryKey) ? stampIn(primaryKey) : undefined;
  for (const column of Object.keys(columns)) {
    values[column] = isNamed(column) ? (change.values[column] ?? null) : firstValue(columns[column]?.initial);
    const stamp = stampIn(column);
    if (column === primaryKey || stamp !== own) stamps[column] = stamp;
  }
  const { life, tenure } = change;
  return { values, stamps, life, ...(tenure === undefined ? {} : { tenure }) };
}

/** Returns the later of two values; of one stamp, which only rows have that say the same of themselves, the greater. */
export function later(here: StampedValue, there: StampedValue): boolean {
  if (here.stamp !== there.stamp) return there.stamp > here.stamp;
  return String(there.value) > String(here.value);
}

function allStamps({ values, stamps }: MergedRow, primaryKey: string): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((column) => [column, columnStamp(stamps, primaryKey, column)]));
}

function firstValue(initial: unknown): ColumnValue {
  if (typeof initial === "boolean") return initial ? 1 : 0;
  if (typeof initial === "string" || typeof initial === "number") return initial;
  return initial === null || initial === undefined ? null : JSON.stringify(initial);
}

/** Returns the latest stamp of each column of two rows of one key. */
export function latestOfBoth(one: ColumnStamps, other: ColumnStamps, primaryKey: string): ColumnStamps {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const all: Record<string, string> = {};
  for (const name of names) {
    const [a, b] = [columnStamp(one, primaryKey, name), columnStamp(other, primaryKey, name)];
    all[name] = a > b ? a : b;
  }
  return shortStamps(all, primaryKey);
}
