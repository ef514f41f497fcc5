import { heldBecause } from "#domain/replication/held-changes.ts";
import { type Lane, nodeOfOrigin, originOf, placeIn, type Vector } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import { snapshotBeginning, type SnapshotPlace } from "#domain/replication/snapshot-place.ts";
import { stampOf } from "#domain/replication/stamp.ts";
import { withOperation } from "#store/module-scope.ts";
import type { Answer, Applied, LanePull, Pull, Replication, SentSecret } from "#store/replication/replication.ts";
import type { Store } from "#store/store.ts";
import { tables } from "#store/tables.ts";

/** Changes of a node in memory, for tests of what travels; rows of nodes and users are written into its store. */
export class MemoryReplication implements Replication {
  readonly node: string;
  readonly #store: Store;
  readonly #now: () => number;
  readonly log: ReplicatedChange[] = [];
  readonly applied: ReplicatedChange[] = [];
  readonly secrets: SentSecret[] = [];
  readonly acknowledged = new Map<string, Vector>();
  #vector: Record<string, number> = {};
  readonly #cursors = new Map<string, { logEpoch: number; position: number }>();
  readonly #places = new Map<string, SnapshotPlace>();
  /** Names that count as nodes of the installation. */
  readonly nodes = new Set<string>();

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.node = store.node;
    this.#now = now;
    this.nodes.add(store.node);
  }

  /** Adds a change of this node to its log; returns it. */
  write(part: Partial<ReplicatedChange> = {}): ReplicatedChange {
    const origin = originOf(this.node, 0);
    const seq = (this.#vector[origin] ?? 0) + 1;
    const stamp = stampOf({ ms: this.#now(), counter: seq, writer: 1, node: this.node });
    const key = part.key ?? `${this.node}-${seq}`;
    const base = { origin, seq, schema: 1, table: "users", key, operation: "insert", life: "" } as const;
    const change: ReplicatedChange = { ...base, values: { key, id: key }, stamps: { key: stamp }, ...part };
    this.log.push(change);
    this.#vector[change.origin] = change.seq;
    return change;
  }

  /** Gives no rows: in a test of what travels the log has everything. */
  snapshot(call: SnapshotPlace): Promise<Answer> {
    const vector = call.phase === "changes" ? { [originOf(this.node, 0)]: 0 } : {};
    return Promise.resolve({ from: this.node, logEpoch: 0, changes: [], secrets: [], position: 1, vector });
  }

  readonly taking = {
    place: (peer: string) => Promise.resolve(this.#places.get(peer) ?? snapshotBeginning),
    take: ({ from, vector }: Answer) => {
      const isWhole = Object.keys(vector).length > 0;
      const place: SnapshotPlace = { ...snapshotBeginning, position: 1, phase: isWhole ? "done" : "changes" };
      this.#places.set(from, place);
      return Promise.resolve(place);
    },
  };

  purge(): Promise<never> {
    return Promise.reject(new Error("a log in memory is not purged"));
  }

  behind(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async acknowledge({ by, vector }: Pull): Promise<void> {
    this.acknowledged.set(by, vector);
  }

  get comparison() {
    return this.#store.replication.comparison;
  }

  read({ by, position, vector, without, max }: Pull): Promise<Answer> {
    this.acknowledged.set(by, vector);
    const changes: ReplicatedChange[] = [];
    let at = position;
    for (; at < this.log.length && changes.length < max; at += 1) {
      const change = this.log[at] as ReplicatedChange;
      if (placeIn(vector, change) !== "known" && !without.includes(change.origin)) changes.push(change);
    }
    const places = new Set(changes.map(({ origin, seq }) => `${origin} ${seq}`));
    const secrets = this.secrets.filter(({ origin, seq }) => places.has(`${origin} ${seq}`));
    return Promise.resolve({
      from: this.node,
      logEpoch: 0,
      changes,
      secrets,
      position: at,
      vector: { ...this.#vector },
    });
  }

  asking(peer: string, max: number, lane: Lane = "edits"): Promise<LanePull> {
    const { logEpoch, position } = this.#cursors.get(peer) ?? { logEpoch: 0, position: 0 };
    return Promise.resolve({ by: this.node, logEpoch, position, vector: { ...this.#vector }, without: [], lane, max });
  }

  /** Tells of no row that another node has it. */
  async keptElsewhere(): Promise<ReadonlySet<string>> {
    return new Set();
  }

  async apply({ from, logEpoch, changes, secrets, position }: Answer): Promise<Applied> {
    const held: Applied["held"][number][] = [];
    let applied = 0;
    for (const change of changes) {
      const { origin, seq } = change;
      if (held.some((other) => other.origin === origin) || placeIn(this.#vector, change) === "known") continue;
      const table = Object.hasOwn(tables, change.table) ? tables[change.table as keyof typeof tables] : undefined;
      const isOrigin = (name: string) => this.nodes.has(nodeOfOrigin(name));
      const facts = { vector: this.#vector, isOrigin, table: table as never, row: undefined, now: this.#now() };
      const reason = heldBecause(change, facts);
      if (reason !== undefined) {
        held.push({ origin, seq, reason });
        continue;
      }
      await this.#put(change);
      this.#vector[origin] = seq;
      applied += 1;
    }
    this.secrets.push(...secrets);
    this.#cursors.set(from, { logEpoch, position });
    return { applied, held, refused: [], conflicts: 0, position, isAhead: false };
  }

  async #put(change: ReplicatedChange): Promise<void> {
    this.log.push(change);
    this.applied.push(change);
    if (change.table !== "nodes") return;
    // As an apply does, which goes past what operations may write.
    await withOperation("setup.install", "load", () =>
      this.#store.transaction(() => this.#store.save("nodes", change.values as never)),
    );
  }

  twins(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  homeOf(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
