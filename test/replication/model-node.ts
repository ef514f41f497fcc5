import { createHash } from "node:crypto";

import { latestStamp } from "#domain/replication/column-stamps.ts";
import { conflictAfter, conflictName, conflictTable } from "#domain/replication/conflicts.ts";
import { heldBecause, type HeldBecause } from "#domain/replication/held-changes.ts";
import { type LogMark, purgeMark } from "#domain/replication/log-marks.ts";
import { madeBy } from "#domain/replication/merge-columns.ts";
import { firstTenure, takenOver } from "#domain/replication/merge-owned.ts";
import { isLeaving } from "#domain/replication/merge-row.ts";
import type { MergedTable } from "#domain/replication/merged-table.ts";
import type { Loss, Merged } from "#domain/replication/merged.ts";
import {
  incarnationOf,
  type Lane,
  laneOf,
  originOf,
  type OriginPlace,
  placeIn,
  type Vector,
} from "#domain/replication/origin.ts";
import { lifeOfNew } from "#domain/replication/purge.ts";
import type { ColumnValue, MergedRow, ReplicatedChange, Tenure } from "#domain/replication/replicated-change.ts";
import { createHybridClock, type HybridClock } from "#store/changes/hybrid-clock.ts";

import { type Disk, Draft, emptyDisk } from "./model-disk.ts";
import { type ModelTable, tablesAt } from "./model-tables.ts";
import { mergingsWith, type PlantedFault } from "./planted-faults.ts";

/** Changes that a node answers to a pull. */
export interface Answer {
  readonly from: string;
  readonly epoch: number;
  readonly changes: readonly ReplicatedChange[];
  /** Position up to which the log was read. */
  readonly position: number;
  readonly lane: Lane;
  /** Origins that were passed over because they are held. */
  readonly without: ReadonlySet<string>;
}

/** Call by which a node asks another for changes. */
export interface Pull {
  readonly by: string;
  readonly epoch: number;
  readonly position: number;
  readonly vector: Vector;
  readonly lane: Lane;
  /** Origins that are held. */
  readonly without: ReadonlySet<string>;
  readonly max: number;
}

/** A write on a node: the values of a new row, the changed ones, or none to remove it. */
export interface Write {
  readonly table: ModelTable;
  readonly key: string;
  readonly operation: ReplicatedChange["operation"];
  readonly values?: Readonly<Record<string, ColumnValue>>;
  /** True for a statement over a set of rows, which does not look at the stamps of each, and whose changes travel as a load does. */
  readonly bySet?: boolean;
  readonly takesOver?: boolean;
}

/** Place in an apply at which the process ends. */
export type Failpoint = "before commit" | "after commit";

/** Milliseconds for which a change stays in the log. */
const keptMs = 2_000;

/** Calls after which held changes are tried again; in between, what is not held goes on to the end of the log. */
const triedEach = 3;

/** Reasons that may be gone with the next pull. */
const passing: ReadonlySet<HeldBecause> = new Set<HeldBecause>(["hole", "missingRow"]);

/** A node of the model: a disk, a clock that forgets, and the rules of merging. */
export class ModelNode {
  readonly name: string;
  readonly #peers: readonly string[];
  readonly #now: () => number;
  readonly #fault: PlantedFault | undefined;
  readonly #mergings: ReturnType<typeof mergingsWith>;
  #clock: HybridClock | undefined;
  #asked = 0;
  disk: Disk = emptyDisk();

  constructor(name: string, peers: readonly string[], now: () => number, fault?: PlantedFault) {
    this.name = name;
    this.#peers = peers;
    this.#now = now;
    this.#fault = fault;
    this.#mergings = mergingsWith(fault);
    this.open();
  }

  /** Begins a process anew: its clock knows only what the log tells. */
  open(): void {
    this.disk.openings += 1;
    // A restored file has counted fewer openings; the incarnation keeps the numbers of its writers apart.
    const writer = this.disk.incarnation * 10_000 + this.disk.openings;
    this.#clock = createHybridClock({ now: this.#now }, { node: this.name, writer: () => writer });
    if (this.#fault !== "the clock is not restored" && this.disk.latestStamp !== "")
      this.#clock.observe(this.disk.latestStamp);
  }

  /** Returns the origin of the changes that are made now. */
  origin(lane: Lane = "edits"): string {
    return originOf(this.name, incarnationOf(this.disk.incarnation, lane));
  }

  /** Returns the keys of the rows that live. */
  living(table: ModelTable): string[] {
    return [...(this.disk.rows.get(table) ?? [])].flatMap(([key, { removed }]) => (removed === undefined ? [key] : []));
  }

  row(table: ModelTable, key: string): MergedRow | undefined {
    return this.disk.rows.get(table)?.get(key);
  }

  /** Writes as the node's own users do; returns the change, or undefined where there is nothing to write. */
  write(write: Write): ReplicatedChange | undefined {
    const draft = new Draft(this.disk);
    const change = this.#own(draft, write);
    if (change === undefined) return undefined;
    draft.put(this.#written(change, draft.row(change.table, change.key)), change);
    draft.commit(latestStamp(change.stamps));
    return change;
  }

  answer({ by, epoch, position, vector, lane, without, max }: Pull): Answer {
    const { disk } = this;
    disk.acknowledged.set(by, vector);
    let at = Math.max(epoch === disk.logEpoch ? position : 0, disk.purged);
    const changes: ReplicatedChange[] = [];
    for (; at - disk.purged < disk.log.length && changes.length < max; at += 1) {
      const change = disk.log[at - disk.purged] as ReplicatedChange;
      const isAsked = laneOf(change.origin) === lane && !without.has(change.origin);
      if (isAsked && placeIn(vector, change) !== "known") changes.push(change);
    }
    return { from: this.name, epoch: disk.logEpoch, changes, position: at, lane, without };
  }

  asking(peer: string, max: number, lane: Lane = "edits"): Pull {
    const { disk } = this;
    this.#asked += 1;
    if (this.#asked % triedEach === 0)
      for (const [origin, reason] of disk.held)
        if (laneOf(origin) === lane && passing.has(reason)) this.release(origin);
    const { epoch, position } = disk.cursors.get(`${peer} ${lane}`) ?? { epoch: 0, position: 0 };
    const { vector, held } = disk;
    return { by: this.name, epoch, position, vector: { ...vector }, lane, without: new Set(held.keys()), max };
  }

  /** Takes a held origin up again: what was passed over meanwhile is asked for once more. */
  release(origin: string): void {
    this.disk.held.delete(origin);
    for (const peer of this.#peers) this.disk.cursors.delete(`${peer} ${laneOf(origin)}`);
  }

  /** Applies an answer in one transaction; returns the changes that are on the disk then. */
  apply(answer: Answer, failpoint?: Failpoint): readonly ReplicatedChange[] {
    if (this.#isAhead(answer)) return [];
    const draft = new Draft(this.disk);
    const held = new Map<string, HeldBecause>();
    for (const change of answer.changes) this.#applyOne(draft, change, held);
    if (failpoint === "before commit") {
      if (this.#fault === "the cursor is one ahead of its data") this.#skip(answer, draft);
      this.open();
      return [];
    }
    for (const [origin, reason] of held) this.disk.held.set(origin, reason);
    // One that was taken up meanwhile was passed over: its changes stand before the place of this answer.
    if ([...answer.without].every((origin) => this.disk.held.has(origin)))
      this.disk.cursors.set(placeOf(answer), { epoch: answer.epoch, position: answer.position });
    draft.commit(draft.changes.reduce((latest, { stamps }) => later(latest, latestStamp(stamps)), ""));
    if (failpoint === "after commit") this.open();
    return draft.changes;
  }

  /** Returns true for a part of a load behind which small edits stand that have not been read. */
  #isAhead({ from, epoch, position, lane }: Answer): boolean {
    if (lane === "edits") return false;
    const edits = this.disk.cursors.get(`${from} edits`);
    return edits?.epoch !== epoch || edits.position < position;
  }

  /** Drops from the log, and of what removals left behind, what all peers have acknowledged; returns the changes that are gone. */
  purge(): readonly OriginPlace[] {
    const { disk } = this;
    disk.marks.push({
      at: this.#now(),
      position: disk.purged + disk.log.length,
      epoch: disk.logEpoch,
      vector: { ...disk.vector },
      acknowledged: Object.fromEntries(disk.acknowledged),
    });
    const mark = this.#purgeMark();
    const isGone = (place: OriginPlace) => placeIn(mark?.vector ?? {}, place) === "known";
    const places: OriginPlace[] = disk.log.splice(0, Math.max(0, (mark?.position ?? 0) - disk.purged));
    disk.purged += places.length;
    for (const [at, removal] of disk.removals) {
      const row = this.row(removal.table as ModelTable, removal.key);
      const may = this.#fault === "removals are forgotten by age" || isGone(removal);
      if (row?.removed !== undefined && !may) continue;
      disk.removals.delete(at);
      if (row?.removed === undefined) continue;
      disk.rows.get(removal.table)?.delete(removal.key);
      disk.forgotten = later(disk.forgotten, row.removed);
      places.push(removal);
    }
    return places;
  }

  #purgeMark(): LogMark | undefined {
    const { disk } = this;
    const byAge = this.#fault === "the log is purged by age";
    const peers = this.#peers.slice(this.#fault === "the vector of a peer is not counted" ? 1 : 0);
    const acknowledged = Object.fromEntries(
      byAge ? [] : peers.map((peer) => [peer, disk.acknowledged.get(peer) ?? {}]),
    );
    const facts = { now: this.#now(), keptMs, epoch: disk.logEpoch, own: disk.vector, acknowledged };
    return purgeMark(disk.marks, facts);
  }

  /** Puts an old disk in the place of this one. */
  restore(disk: Disk): void {
    const { logEpoch, incarnation } = this.disk;
    this.disk = disk;
    if (this.#fault === "a restore keeps the incarnation") disk.incarnation = incarnation;
    else disk.incarnation = incarnation + 1;
    disk.logEpoch = logEpoch + 1;
    // Peers may have been restored since: what they had acknowledged then they may no longer have.
    disk.acknowledged.clear();
    this.open();
  }

  /** Brings the schema to its second version; nobody has written the values of its new column. */
  upgrade(): void {
    const { disk } = this;
    if (disk.schema === 2) return;
    disk.schema = 2;
    for (const [key, row] of disk.rows.get("users") ?? []) {
      if (row.removed === undefined)
        disk.rows
          .get("users")
          ?.set(key, { ...row, values: { ...row.values, badge: null }, stamps: { ...row.stamps, badge: "" } });
    }
    for (const origin of disk.held.keys()) this.release(origin);
  }

  table(name: string): MergedTable | undefined {
    return tablesAt[this.disk.schema][name as ModelTable];
  }

  #applyOne(draft: Draft, change: ReplicatedChange, held: Map<string, HeldBecause>): void {
    if (held.has(change.origin) || placeIn(draft.vector, change) === "known") return;
    const row = draft.row(change.table, change.key);
    const table = this.table(change.table);
    const isOrigin = (origin: string) => /^n[1-4]:\d+$/.test(origin);
    const reason = heldBecause(change, { vector: draft.vector, isOrigin, table, row, now: this.#now() });
    const isBlind = this.#fault === "a change does not wait for what it has seen of the other lane";
    if (
      reason !== undefined &&
      !(isBlind && reason === "missingRow" && row !== undefined && change.life === row.life)
    ) {
      held.set(change.origin, reason);
      return;
    }
    if (this.#fault !== "remote stamps are not observed") this.#clock?.observe(latestStamp(change.stamps));
    const { row: after, losses } = this.#merge(change, row);
    draft.put(after, change);
    if (change.table !== conflictTable) for (const loss of losses) this.#recordLoss(draft, change, loss);
  }

  #merge(change: ReplicatedChange, row: MergedRow | undefined): Merged {
    const table = this.table(change.table);
    if (table === undefined || !isLeaving(table.class)) throw new Error(`${change.table} is no table of other nodes`);
    return this.#mergings[table.class](table, row, change);
  }

  /** Returns a row after a write of its own node, which compares no stamps. */
  #written(change: ReplicatedChange, row: MergedRow | undefined): MergedRow | undefined {
    const { values, stamps, operation, tenure } = change;
    const table = this.table(change.table);
    if (operation !== "update" || row === undefined || table === undefined) return this.#merge(change, row).row;
    if (tenure !== undefined && tenure.claim !== row.tenure?.claim) return madeBy(change, table);
    return { ...row, values: { ...row.values, ...values }, stamps: { ...row.stamps, ...stamps } };
  }

  #recordLoss(draft: Draft, { table, key, schema }: ReplicatedChange, loss: Loss): void {
    const place = { table, key, column: loss.column };
    const name = conflictName(place);
    const id = hashOf(this.#fault === "each node names conflicts itself" ? `${name}\n${this.name}` : name);
    const before = draft.row(conflictTable, id);
    const { values, stamps } = conflictAfter(before, { ...place, id }, loss);
    const origin = this.origin();
    const own = { origin, seq: (draft.vector[origin] ?? 0) + 1, schema };
    const change: ReplicatedChange = {
      ...own,
      table: conflictTable,
      key: id,
      operation: "insert",
      values,
      stamps,
      life: "",
    };
    const { row } = this.#merge(change, before);
    if (row !== before) draft.put(row, change);
  }

  #own(draft: Draft, write: Write): ReplicatedChange | undefined {
    const { table: name, key, operation, takesOver = false } = write;
    const table = this.table(name);
    const row = draft.row(name, key);
    if (table === undefined || !this.#mayWrite(write, row)) return undefined;
    const stamp = this.#stampAfter(row, write);
    const tenure = table.class === "owned" ? this.#tenure(row, stamp, takesOver) : undefined;
    const origin = this.origin(write.bySet === true && operation !== "remove" ? "load" : "edits");
    return {
      origin,
      seq: (draft.vector[origin] ?? 0) + 1,
      schema: this.disk.schema,
      table: name,
      key,
      operation,
      ...writtenBy(write, row, { stamp, primaryKey: table.primaryKey }),
      ...(row === undefined ? {} : { base: row.stamps }),
      life: operation !== "insert" && row !== undefined ? row.life : lifeOfNew(row, this.disk.forgotten),
      ...(tenure === undefined ? {} : { tenure }),
    };
  }

  #mayWrite({ operation, takesOver = false }: Write, row: MergedRow | undefined): boolean {
    const isLiving = row !== undefined && row.removed === undefined;
    const isForeign = isLiving && row.tenure !== undefined && row.tenure.node !== this.name;
    return isLiving !== (operation === "insert") && isForeign === takesOver;
  }

  #stampAfter(row: MergedRow | undefined, { bySet = false }: Write): string {
    if (this.#clock === undefined) throw new Error("the node is closed");
    if (row !== undefined && !bySet && this.#fault !== "remote stamps are not observed")
      this.#clock.observe(later(latestStamp(row.stamps), row.removed ?? ""));
    return this.#clock.next();
  }

  #tenure(row: MergedRow | undefined, stamp: string, takesOver: boolean): Tenure {
    if (row?.tenure === undefined) return firstTenure(this.name, stamp);
    return takesOver ? takenOver(row.tenure, this.name, stamp) : row.tenure;
  }

  /** Does what a cursor does that is kept apart from its data: it passes over a change. */
  #skip(answer: Answer, draft: Draft): void {
    const [lost] = draft.changes;
    if (lost === undefined) return;
    this.disk.vector = { ...this.disk.vector, [lost.origin]: lost.seq };
    this.disk.cursors.set(placeOf(answer), { epoch: answer.epoch, position: answer.position });
  }
}

const placeOf = ({ from, lane }: Answer): string => `${from} ${lane}`;

/** Returns the values of a write and their stamps; a take-over writes the whole row as it is. */
function writtenBy(
  { operation, key, values = {}, takesOver = false }: Write,
  row: MergedRow | undefined,
  { stamp, primaryKey }: { readonly stamp: string; readonly primaryKey: string },
): Pick<ReplicatedChange, "values" | "stamps"> {
  const whole = { [primaryKey]: stamp };
  if (takesOver) return { values: { ...row?.values }, stamps: whole };
  if (operation === "insert") return { values: { ...values, [primaryKey]: key }, stamps: whole };
  if (operation === "remove") return { values: {}, stamps: whole };
  return { values, stamps: Object.fromEntries(Object.keys(values).map((column) => [column, stamp])) };
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** Returns the key that stands for a name. */
export function hashOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 32);
}
