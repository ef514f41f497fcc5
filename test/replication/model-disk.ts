import { latestStamp } from "#domain/replication/column-stamps.ts";
import type { HeldBecause } from "#domain/replication/held-changes.ts";
import type { LogMark } from "#domain/replication/log-marks.ts";
import type { OriginPlace, Vector } from "#domain/replication/origin.ts";
import type { MergedRow, ReplicatedChange } from "#domain/replication/replicated-change.ts";

/** Disk of a node of the model. */
export interface Disk {
  readonly rows: Map<string, Map<string, MergedRow>>;
  /** Own changes and those of others, in the order of their arrival. */
  readonly log: ReplicatedChange[];
  /** Number of changes that have left the log. */
  purged: number;
  /** Number that rises when the log is not a continuation of what peers have read. */
  logEpoch: number;
  vector: Record<string, number>;
  readonly cursors: Map<string, { readonly epoch: number; readonly position: number }>;
  readonly acknowledged: Map<string, Vector>;
  readonly marks: LogMark[];
  readonly held: Map<string, HeldBecause>;
  /** Places of the removals that left something behind. */
  readonly removals: Map<string, OriginPlace & { readonly table: string; readonly key: string }>;
  forgotten: string;
  latestStamp: string;
  incarnation: number;
  openings: number;
  schema: 1 | 2;
}

/** Makes an empty disk. */
export function emptyDisk(): Disk {
  return {
    rows: new Map(),
    log: [],
    purged: 0,
    logEpoch: 1,
    vector: {},
    cursors: new Map(),
    acknowledged: new Map(),
    marks: [],
    held: new Map(),
    removals: new Map(),
    forgotten: "",
    latestStamp: "",
    incarnation: 1,
    openings: 0,
    schema: 1,
  };
}

/** Returns a copy of a disk, as a backup is one; rows and changes are never changed in place. */
export function copyOf(disk: Disk): Disk {
  return {
    ...disk,
    rows: new Map([...disk.rows].map(([table, rows]) => [table, new Map(rows)])),
    log: [...disk.log],
    vector: { ...disk.vector },
    cursors: new Map(disk.cursors),
    acknowledged: new Map(disk.acknowledged),
    marks: [...disk.marks],
    held: new Map(disk.held),
    removals: new Map(disk.removals),
  };
}

/** A transaction: nothing of it is on the disk before its commit. */
export class Draft {
  readonly #disk: Disk;
  readonly #rows = new Map<string, Map<string, MergedRow>>();
  readonly #removals = new Map<string, OriginPlace & { readonly table: string; readonly key: string }>();
  readonly vector: Record<string, number>;
  readonly changes: ReplicatedChange[] = [];

  constructor(disk: Disk) {
    this.#disk = disk;
    this.vector = { ...disk.vector };
  }

  row(table: string, key: string): MergedRow | undefined {
    return this.#rows.get(table)?.get(key) ?? this.#disk.rows.get(table)?.get(key);
  }

  /** Writes a row with the change that made it so: row, log and vector together. */
  put(row: MergedRow | undefined, change: ReplicatedChange): void {
    const { table, key, origin, seq } = change;
    if (row !== undefined) {
      // Another change of a removed row, or a refused removal, says nothing about the one that removed it.
      if (row.removed !== undefined && row.removed === latestStamp(change.stamps))
        this.#removals.set(`${table}\n${key}`, { table, key, origin, seq });
      let rows = this.#rows.get(table);
      if (rows === undefined) this.#rows.set(table, (rows = new Map()));
      rows.set(key, row);
    }
    this.vector[origin] = seq;
    this.changes.push(change);
  }

  commit(stamp: string): void {
    const disk = this.#disk;
    for (const [table, rows] of this.#rows) {
      let known = disk.rows.get(table);
      if (known === undefined) disk.rows.set(table, (known = new Map()));
      for (const [key, row] of rows) known.set(key, row);
    }
    for (const [at, removal] of this.#removals) disk.removals.set(at, removal);
    disk.vector = this.vector;
    disk.log.push(...this.changes);
    if (stamp > disk.latestStamp) disk.latestStamp = stamp;
  }
}
