import { createRandom, type Random } from "#domain/random.fixture.ts";
import { knownUpTo, lanes, placeIn } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";

import { copyOf, type Disk } from "./model-disk.ts";
import { randomEdit } from "./model-edits.ts";
import { type Answer, type Failpoint, ModelNode } from "./model-node.ts";
import type { PlantedFault } from "./planted-faults.ts";

/** A schedule of the model. */
export interface Schedule {
  readonly seed: number;
  readonly nodes: number;
  readonly edits: number;
  readonly fault?: PlantedFault;
}

const startMs = Date.UTC(2026, 10, 1);
const skewMs = 300_000;
const pullMax = 40;
/** Rounds of pulls after which nodes without cuts have to be quiet. */
const roundsMax = 400;
/** Rounds in which nobody learns anything until all is quiet: held changes are not tried again in each. */
const quietRounds = 4;

/** Nodes with cuts, crashes and wrong clocks between them, all by the choices of one seed. */
export class ModelWorld {
  readonly nodes: readonly ModelNode[];
  /** Every change that a node has made and that no restore has burned. */
  readonly made = new Map<string, ReplicatedChange>();
  /** Tables and keys of the rows of which restores have burned changes. */
  readonly burned = new Set<string>();
  readonly #random: Random;
  readonly #schedule: Schedule;
  readonly #skews = new Map<string, number>();
  readonly #cuts = new Set<string>();
  readonly #backups = new Map<string, Disk>();
  readonly #delayed: { readonly to: ModelNode; readonly answer: Answer }[] = [];
  #nowMs = startMs;
  #names = 0;

  constructor(schedule: Schedule) {
    this.#schedule = schedule;
    this.#random = createRandom(schedule.seed);
    const names = Array.from({ length: schedule.nodes }, (_, index) => `n${index + 1}`);
    this.nodes = names.map((name) => {
      const peers = names.filter((other) => other !== name);
      return new ModelNode(name, peers, () => this.#nowMs + (this.#skews.get(name) ?? 0), schedule.fault);
    });
  }

  /** Runs the schedule, then heals everything and lets the nodes pull until none learns anything; returns false if that never ends. */
  run(): boolean {
    for (let edits = 0; edits < this.#schedule.edits;) edits += this.#step();
    return this.#quieten();
  }

  /** Takes one step; returns 1 if it was an edit. */
  #step(): 0 | 1 {
    const random = this.#random;
    this.#nowMs += 1 + random.below(400);
    const node = random.pick(this.nodes);
    const choice = random.below(1000);
    if (choice < 450) return this.#edit(node);
    if (choice < 870) this.#pull(node);
    else if (choice < 895) this.#deliverLate();
    else if (choice < 920) this.#cutOrHeal();
    else if (choice < 940) this.#skews.set(node.name, random.below(2 * skewMs) - skewMs);
    else if (choice < 952) node.open();
    else if (choice < 980) this.#purge(node);
    else if (choice < 989) this.#backups.set(node.name, copyOf(node.disk));
    else if (choice < 994) this.#restore(node);
    else if (choice < 996) node.upgrade();
    return 0;
  }

  #edit(node: ModelNode): 0 | 1 {
    const write = randomEdit({ random: this.#random, node, fresh: () => `v${(this.#names += 1)}` });
    const change = write === undefined ? undefined : node.write(write);
    if (change === undefined) return 0;
    this.#remember([change]);
    return 1;
  }

  #pull(node: ModelNode): void {
    const random = this.#random;
    const peer = random.pick(this.nodes.filter((other) => other !== node));
    if (this.#cuts.has(linkOf(node, peer))) return;
    const answer = peer.answer(node.asking(peer.name, 1 + random.below(pullMax), random.pick(lanes)));
    const fate = random.below(100);
    if (fate < 5) return;
    if (fate < 12) this.#delayed.push({ to: node, answer });
    const failpoints: readonly (Failpoint | undefined)[] = ["before commit", "after commit"];
    const failpoint = random.below(100) < 20 ? random.pick(failpoints) : undefined;
    if (fate < 9) return;
    this.#apply(node, answer, failpoint);
    if (fate < 20) this.#apply(node, answer);
  }

  #apply(node: ModelNode, answer: Answer, failpoint?: Failpoint): readonly ReplicatedChange[] {
    const applied = node.apply(answer, failpoint);
    this.#remember(applied.filter(({ origin }) => lanes.some((lane) => origin === node.origin(lane))));
    return applied;
  }

  /** Delivers an answer that was under way while others came: it is old, and everything in it may be known. */
  #deliverLate(): void {
    if (this.#delayed.length === 0) return;
    const [late] = this.#delayed.splice(this.#random.below(this.#delayed.length), 1);
    if (late !== undefined) this.#apply(late.to, late.answer);
  }

  #cutOrHeal(): void {
    const [one, other] = this.#random.shuffle(this.nodes);
    if (one === undefined || other === undefined) return;
    const link = linkOf(one, other);
    if (!this.#cuts.delete(link)) this.#cuts.add(link);
  }

  /** Purges a node. A backup that lacks what is gone can no longer be restored: in an installation only what is older goes. */
  #purge(node: ModelNode): void {
    const gone = node.purge();
    for (const [name, { vector }] of this.#backups)
      if (gone.some((change) => placeIn(vector, change) !== "known")) this.#backups.delete(name);
  }

  #restore(node: ModelNode): void {
    const backup = this.#backups.get(node.name);
    if (backup === undefined) return;
    this.#backups.delete(node.name);
    const others = this.nodes.filter((other) => other !== node);
    const left = [backup, ...others.map(({ disk }) => disk)];
    for (const [at, { origin, seq, table, key }] of this.made) {
      if (left.some(({ vector }) => knownUpTo(vector, origin) >= seq)) continue;
      this.made.delete(at);
      this.burned.add(`${table}\n${key}`);
    }
    for (const { disk } of others) disk.acknowledged.delete(node.name);
    // What was under way to the lost node, and what it had answered itself, does not arrive.
    for (const late of this.#delayed.splice(0)) {
      if (late.to !== node && late.answer.from !== node.name) this.#delayed.push(late);
    }
    node.restore(backup);
  }

  #remember(changes: readonly ReplicatedChange[]): void {
    for (const change of changes) this.made.set(`${change.origin} ${change.seq}`, change);
  }

  #quieten(): boolean {
    for (const node of this.nodes) node.upgrade();
    this.#delayed.splice(0);
    let quiet = 0;
    for (let round = 0; round < roundsMax; round += 1) {
      this.#nowMs += 1000;
      const learned = this.nodes.flatMap((node) =>
        this.nodes.flatMap((peer) =>
          peer === node
            ? []
            : lanes.flatMap((lane) => this.#apply(node, peer.answer(node.asking(peer.name, 500, lane)))),
        ),
      );
      quiet = learned.length === 0 ? quiet + 1 : 0;
      if (quiet === quietRounds) return true;
    }
    return false;
  }
}

const linkOf = (one: ModelNode, other: ModelNode): string => [one.name, other.name].toSorted().join();
