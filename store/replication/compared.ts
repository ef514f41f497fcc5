import type { Vector } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";

import type { TableName } from "../tables.ts";
import type { Difference, Differences } from "./differences.ts";

/** Range of the keys of a table. */
export interface KeyRange {
  readonly table: TableName;
  /** Key before the first one; empty for the beginning. */
  readonly after: string;
  /** Last key; null for the end of the table. */
  readonly upTo: string | null;
}

/** Hash of a range of keys of this node. */
export interface HashedRange extends KeyRange {
  readonly hash: string;
  readonly rows: number;
}

/** Rows of a range as nodes compare them, at one moment. */
export interface ComparedRows {
  /** Rows as whole inserts with all stamps, in the order of their keys; of a secret only that there is one. */
  readonly rows: readonly ReplicatedChange[];
  /** True if the range has no more rows. */
  readonly isWhole: boolean;
  /** Sequences up to which each origin was known then; undefined while changes have no number yet. */
  readonly vector: Vector | undefined;
}

/** Side of the store in comparisons with other nodes. */
export interface Comparison extends Differences {
  /** Returns the sequences up to which each origin is known; undefined while changes have no number yet. */
  settled(): Promise<Vector | undefined>;
  /** Returns the next ranges of a table with their hashes, at most so many; the last one of a table has no end. */
  ranges(from: Pick<KeyRange, "table" | "after">, max: number): Promise<readonly HashedRange[]>;
  /** Returns the hashes of ranges that follow each other: at least one, and no more once so many rows were read. */
  hashes(from: Pick<KeyRange, "table" | "after">, ends: readonly (string | null)[]): Promise<readonly string[]>;
  rows(range: KeyRange, max: number): Promise<ComparedRows>;
  /** Returns the rows of a table whose parent is missing. */
  orphans(table: TableName): Promise<readonly Difference[]>;
  /** Makes rows of this node count everywhere, in the current transaction; returns the keys of those that it may write. */
  restamp(table: TableName, keys: readonly string[]): Promise<readonly string[]>;
}
