import type { Vector } from "./origin.ts";

/** Place up to which a node that joins has the record of another one. */
export interface SnapshotPlace {
  /** Rows are read table by table; then those that were changed meanwhile are read again, until none is left. */
  readonly phase: "rows" | "changes" | "done";
  /** Number of the log of the giving node, which a restore raises. */
  readonly logEpoch: number;
  /** Position in that log from which on changed rows are read again; 0 before the first page. */
  readonly position: number;
  /** Table and key of the last row; empty before the first one. */
  readonly table: string;
  readonly key: string;
}

/** Place before the first page. */
export const snapshotBeginning: SnapshotPlace = { phase: "rows", logEpoch: 0, position: 0, table: "", key: "" };

/** Table under whose name a page tells of the latest removals that were forgotten. */
export const forgottenTable = "replicationForgotten";

/** Parts of a page that tell the place behind it. */
interface PlacedPage extends Pick<SnapshotPlace, "logEpoch" | "position"> {
  readonly changes: readonly SnapshotRow[];
  /** Vector at which the record is whole; empty before the last page. */
  readonly vector: Vector;
}

/** Returns true if a page is the last one. */
export const isWhole = ({ vector }: Pick<PlacedPage, "vector">): boolean => Object.keys(vector).length > 0;

/** Returns the place behind a page. A page without rows ends the rows; one with a vector ends it all. */
export function placeBehind(page: PlacedPage, { phase }: Pick<SnapshotPlace, "phase">): SnapshotPlace {
  const { changes, logEpoch, position } = page;
  const behind = { logEpoch, position, table: "", key: "" };
  if (phase === "changes") return { ...behind, phase: isWhole(page) ? "done" : "changes" };
  const last = changes.at(-1);
  return last === undefined
    ? { ...behind, phase: "changes" }
    : { ...behind, phase: "rows", table: last.table, key: last.key };
}

/** Row of a page. */
export interface SnapshotRow {
  readonly table: string;
  readonly key: string;
}

/**
 * Returns the first row of a page that does not stand behind the one before it, in the order of tables and of keys by their bytes; undefined
 * if all do. A page that comes twice, or in the place of another, has such a row.
 */
export function outOfOrder(
  rows: readonly SnapshotRow[],
  after: SnapshotRow,
  tables: readonly string[],
): SnapshotRow | undefined {
  let last = { at: tables.indexOf(after.table), key: after.key };
  for (const row of rows) {
    const at = tables.indexOf(row.table);
    if (at < last.at || (at === last.at && compareBytes(row.key, last.key) <= 0)) return row;
    last = { at, key: row.key };
  }
  return undefined;
}

const bytesOf = new TextEncoder();

/** Compares texts by their bytes, as databases order keys. */
export function compareBytes(one: string, other: string): number {
  const [a, b] = [bytesOf.encode(one), bytesOf.encode(other)];
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
