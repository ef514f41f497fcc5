import type { ColumnValue, MergedRow } from "./replicated-change.ts";

/** A value with its stamp. */
export interface StampedValue {
  readonly value: ColumnValue;
  readonly stamp: string;
}

/** A value that somebody wrote and that no one who overwrote it has seen. */
export interface Loss {
  /** Column of the value; the primary key for a whole row. */
  readonly column: string;
  readonly lost: StampedValue;
  /** Value in its place; that of a removal is null. */
  readonly kept: StampedValue;
}

/** Result of merging a change into a row. */
export interface Merged {
  /** The row as it is then; the given one if nothing changed. */
  readonly row: MergedRow | undefined;
  readonly losses: readonly Loss[];
  /** Reason why the change has no effect although it is in its turn. */
  readonly refused?: "lowerEpoch";
}

/** Returns the result of a change that has no effect. */
export function unchanged(row: MergedRow | undefined, losses: readonly Loss[] = []): Merged {
  return { row, losses };
}
