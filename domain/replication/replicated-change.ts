import type { ColumnStamps } from "./column-stamps.ts";
import type { OriginPlace } from "./origin.ts";

/** Value of a column as a database stores it. */
export type ColumnValue = string | number | null;

/** Right of a node to write a row of the class `owned`. */
export interface Tenure {
  readonly node: string;
  /** Number that rises with each take-over, from 1. */
  readonly epoch: number;
  /** Stamp of the take-over, by which two of one epoch are told apart; that of the new row in its first epoch. */
  readonly claim: string;
}

/** A change of a row as it travels between nodes. */
export interface ReplicatedChange extends OriginPlace {
  /** Version of the schema at its origin. */
  readonly schema: number;
  readonly table: string;
  readonly key: string;
  /** Kind of the change: a take-over is an update with all columns, and so is a row that is sent whole. */
  readonly operation: "insert" | "update" | "remove";
  /** Columns that it writes: all those of a new row, the changed ones of an update, none of a removal. */
  readonly values: Readonly<Record<string, ColumnValue>>;
  /** Stamps of these columns; of a removal its own, under the primary key. */
  readonly stamps: ColumnStamps;
  /** Stamps of the whole row that it replaces; absent for a new row. */
  readonly base?: ColumnStamps;
  /** Stamp of the removal after which the row came back; empty in its first life. */
  readonly life: string;
  /** Tenure under which it was made; of the class `owned` only. */
  readonly tenure?: Tenure;
}

/** A row as merging sees it, with what a removal leaves behind until the purge. */
export interface MergedRow {
  /** Values of all columns; none of a removed row. */
  readonly values: Readonly<Record<string, ColumnValue>>;
  /** Stamps of its columns; of a removed row the latest that those who removed it had seen. */
  readonly stamps: ColumnStamps;
  /** Stamp of the removal after which it came back; empty in its first life. */
  readonly life: string;
  /** Stamp of the removal that ended this life; absent while the row lives. */
  readonly removed?: string;
  readonly tenure?: Tenure;
}
