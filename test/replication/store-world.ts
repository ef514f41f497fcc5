import { createRandom, type Random } from "#domain/random.fixture.ts";
import { covers, knownUpTo, lanes, type Vector } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import type { Answer } from "#store/replication/replication.ts";

import { loggedChanges } from "./store-checks.ts";
import { storeEdit, type KeptRow } from "./store-edits.ts";
import { StoreNode, type StoreFailpoint } from "./store-node.ts";

/** Faults of a purge, each of which the checks have to find. */
export const purgeFaults = ["the log is purged by age", "the vector of a peer is not counted"] as const;

/** A fault of a purge. */
export type PurgeFault = (typeof purgeFaults)[number];

/** A schedule of real stores. */
export interface StoreSchedule {
  readonly seed: number;
  readonly nodes: number;
  readonly edits: number;
  /** True if nodes are restored from old files, which only SQLite has. */
  readonly restores: boolean;
  /** Fault that is planted into the purge. */
  readonly fault?: PurgeFault;
}

const startMs = Date.UTC(2026, 10, 1);
const skewMs = 300_000;
const pullMax = 40;
/** Rounds of pulls after which nodes without cuts have to be quiet. */
const roundsMax = 60;
/** Milliseconds between them: what is held is tried again more rarely the longer it is held. */
const roundMs = 60_000;
/** Milliseconds between two marks of a log, and those for which its changes stay. */
const markMs = 31 * 60_000;
const keptMs = 40 * 60_000;

/** Nodes with real stores, with cuts, crashes and wrong clocks between them, all by the choices of one seed. */
export class StoreWorld {
  readonly nodes: readonly StoreNode[];
  /** Rows that every node is to have in the end. */
  readonly kept = new Map<string, KeptRow>();
  readonly #schedule: StoreSchedule;
  readonly #random: Random;
  readonly #skews = new Map<string, number>();
  readonly #time: { nowMs: number };
  readonly #cuts = new Set<string>();
  readonly #backups = new Map<string, { readonly bytes: Buffer; readonly vector: Vector }>();
  /** Changes that have left a log. */
  readonly purged = new Map<string, ReplicatedChange>();
  #delayed: { readonly to: StoreNode; readonly answer: Answer }[] = [];
  #names = 0;

  private constructor(schedule: StoreSchedule, made: Pick<StoreWorld, "nodes"> & Times) {
    this.#schedule = schedule;
    this.#random = createRandom(schedule.seed);
    this.nodes = made.nodes;
    this.#time = made.time;
    this.#skews = made.skews;
  }

  static async make(schedule: StoreSchedule): Promise<StoreWorld> {
    const names = Array.from({ length: schedule.nodes }, (_, index) => `n${index + 1}`);
    const time = { nowMs: startMs };
    const skews = new Map<string, number>();
    const nodes: StoreNode[] = [];
    for (const name of names) nodes.push(await StoreNode.make(name, names, () => time.nowMs + (skews.get(name) ?? 0)));
    return new StoreWorld(schedule, { nodes, time, skews });
  }

  async remove(): Promise<void> {
    for (const node of this.nodes) await node.remove();
  }

  /** Runs the schedule, then heals everything and lets the nodes pull until none learns anything; returns false if that never ends. */
  async run(): Promise<boolean> {
    for (let edits = 0; edits < this.#schedule.edits;) edits += await this.#step();
    return this.#quieten();
  }

  async #step(): Promise<0 | 1> {
    const random = this.#random;
    this.#time.nowMs += 1 + random.below(400);
    const node = random.pick(this.nodes);
    const choice = random.below(1000);
    if (choice < 600) return this.#edit(node);
    if (choice < 855) await this.#pull(node);
    else if (choice < 880) await this.#deliverLate();
    else if (choice < 905) this.#cutOrHeal();
    else if (choice < 920) this.#skews.set(node.name, random.below(2 * skewMs) - skewMs);
    else if (choice < 930) await node.open();
    else if (choice < 980) await this.#purge();
    else if (!this.#schedule.restores) return 0;
    else if (choice < 994) this.#backups.set(node.name, { vector: await node.vector(), bytes: await node.backup() });
    else await this.#restore(node);
    return 0;
  }

  async #edit(node: StoreNode): Promise<1> {
    const fresh = () => `v${(this.#names += 1)}`;
    const row = await storeEdit({ random: this.#random, node, fresh, now: () => this.#time.nowMs });
    if (row === undefined) return 1;
    const at = `${row.table} ${row.key}`;
    if (row.isConfirmed === true || !this.kept.has(at)) this.kept.set(at, row);
    return 1;
  }

  async #pull(node: StoreNode): Promise<void> {
    const random = this.#random;
    const peer = random.pick(this.nodes.filter((other) => other !== node));
    if (this.#cuts.has(linkOf(node, peer))) return;
    const pull = await node.store.replication.asking(peer.name, 1 + random.below(pullMax), random.pick(lanes));
    const answer = await peer.store.replication.read(pull);
    const fate = random.below(100);
    if (fate < 5) return;
    if (fate < 12) this.#delayed.push({ to: node, answer });
    const failpoints: readonly StoreFailpoint[] = ["before commit", "after commit"];
    const failpoint = random.below(100) < 20 ? random.pick(failpoints) : undefined;
    if (fate < 9) return;
    await node.apply(answer, failpoint);
    if (fate < 20) await node.apply(answer);
  }

  /** Delivers an answer that was under way while others came: it is old, and everything in it may be known. */
  async #deliverLate(): Promise<void> {
    if (this.#delayed.length === 0) return;
    const [late] = this.#delayed.splice(this.#random.below(this.#delayed.length), 1);
    if (late !== undefined) await late.to.apply(late.answer);
  }

  #cutOrHeal(): void {
    const [one, other] = this.#random.shuffle(this.nodes);
    if (one === undefined || other === undefined) return;
    const link = linkOf(one, other);
    if (!this.#cuts.delete(link)) this.#cuts.add(link);
  }

  /**
   * Purges all nodes. A backup that lacks what is gone can no longer be restored: in an installation only what is older than backups goes.
   */
  async #purge(): Promise<void> {
    this.#time.nowMs += markMs;
    for (const node of this.nodes) {
      for (const change of await loggedChanges(node)) this.purged.set(`${change.origin} ${change.seq}`, change);
      await readWebhooks(node);
      await purgeWith(node, this.#schedule.fault);
      const gone = await node.purged();
      for (const [name, { vector }] of this.#backups) if (!covers(vector, gone)) this.#backups.delete(name);
    }
  }

  /** Purges until nothing of what has happened so far is left to purge, and no node has to wait for another. */
  async purgeAll(): Promise<void> {
    // The row with the latest stamp stays, and this is one of the last.
    for (const { store } of this.nodes)
      await store.transaction(() => store.audit({ sessid: "s", operation: "AUTH", result: "S", message: "quiet" }));
    await this.#quieten();
    for (let round = 0; round < 4; round += 1) {
      await this.#purge();
      await this.#quieten();
    }
  }

  async #restore(node: StoreNode): Promise<void> {
    const backup = this.#backups.get(node.name);
    if (backup === undefined) return;
    this.#backups.delete(node.name);
    await node.restore(backup.bytes);
    // Nothing goes that the backup lacks: in an installation only what is older than backups does.
    for (const { name, database } of this.nodes)
      if (name !== node.name)
        await database.transactions.run(() =>
          database.write("UPDATE `replicationPeers` SET `acknowledged` = NULL WHERE `peer` = ?", [node.name]),
        );
    // What no node has any longer was burned with the lost disk.
    const known = await Promise.all(this.nodes.map((each) => each.vector()));
    for (const [at, { origin, seq }] of this.purged)
      if (!known.some((vector) => knownUpTo(vector, origin) >= seq)) this.purged.delete(at);
    // What was under way to the lost node, and what it had answered itself, does not arrive.
    this.#delayed = this.#delayed.filter(({ to, answer }) => to !== node && answer.from !== node.name);
    for (const [at, row] of this.kept) {
      const isConfirmed = await this.#isConfirmedAnywhere(row);
      if (isConfirmed === undefined) this.kept.delete(at);
      else this.kept.set(at, { ...row, isConfirmed: row.isConfirmed === true && isConfirmed });
    }
  }

  /** Returns true if a node has a row that is confirmed; undefined if no node has the row any longer. */
  async #isConfirmedAnywhere({ table, key }: KeptRow): Promise<boolean | undefined> {
    let isThere: boolean | undefined;
    for (const { database } of this.nodes) {
      const [row] = await database.read(`SELECT * FROM \`${table}\` WHERE \`key\` = ?`, [key]);
      if (row !== undefined) isThere = isThere === true || row["status"] === "C";
    }
    return isThere;
  }

  async #quieten(): Promise<boolean> {
    this.#delayed = [];
    for (let round = 0; round < roundsMax; round += 1) {
      this.#time.nowMs += roundMs;
      let learned = 0;
      for (const node of this.nodes)
        for (const peer of this.nodes)
          if (peer !== node)
            for (const lane of lanes) {
              const pull = await node.store.replication.asking(peer.name, 500, lane);
              learned += await node.apply(await peer.store.replication.read(pull));
            }
      if (learned === 0 && !(await this.#isAnyHeld())) return true;
    }
    return false;
  }

  async #isAnyHeld(): Promise<boolean> {
    for (const { database } of this.nodes)
      if ((await database.read("SELECT 1 AS `one` FROM `replicationHeld` LIMIT 1")).length > 0) return true;
    return false;
  }
}

interface Times {
  readonly time: { nowMs: number };
  readonly skews: Map<string, number>;
}

/** Lets each webhook have all events of a node, as its hub would: until then they stay in the log. */
async function readWebhooks({ store, database }: StoreNode): Promise<void> {
  const newest = await store.changeLog.position();
  await database.transactions.run(() => database.write("UPDATE `webhookProgress` SET `position` = ?", [newest]));
}

/** Purges a node, with a fault in its marks or in what it knows of others. */
async function purgeWith(node: StoreNode, fault: PurgeFault | undefined): Promise<void> {
  const run = (text: string) => node.database.transactions.run(() => node.database.write(text));
  if (fault === "the log is purged by age") await run("UPDATE `changeLogMarks` SET `vector` = '{\"n0:0\":0}'");
  const state = (is: string) => run(`UPDATE \`nodes\` SET \`state\` = '${is}' WHERE \`id\` <> '${node.name}'`);
  if (fault === "the vector of a peer is not counted") await state("expelled");
  await node.store.replication.purge({ keptMs, rowsMax: Number.MAX_SAFE_INTEGER });
  if (fault === "the vector of a peer is not counted") await state("active");
}

const linkOf = (one: StoreNode, other: StoreNode): string => [one.name, other.name].toSorted().join();
