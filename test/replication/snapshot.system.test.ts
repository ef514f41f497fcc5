// @databases sqlite mariadb
import { expect, test } from "vitest";

import { changesMax } from "#domain/node-limits.ts";
import { createRandom } from "#domain/random.fixture.ts";
import { lanes } from "#domain/replication/origin.ts";
import type { ReplicatedChange } from "#domain/replication/replicated-change.ts";
import type { Answer } from "#store/replication/replication.ts";

import { testSize } from "../support/test-size.ts";
import { storeFaults } from "./store-checks.ts";
import { storeEdit } from "./store-edits.ts";
import { StoreNode } from "./store-node.ts";

const patienceMs = testSize(120_000, 900_000);
const edits = testSize(120, 600);
const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 1);

/** A node with a record, one that joins it, and the time of both. */
class Room {
  nowMs = startMs;
  readonly #random = createRandom(7);
  #names = 0;
  first!: StoreNode;
  second!: StoreNode;

  async open(): Promise<this> {
    this.first = await StoreNode.make("n1", ["n1", "n2"], () => this.nowMs);
    this.second = await StoreNode.make("n2", [], () => this.nowMs);
    return this;
  }

  async edit(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      this.nowMs += 10;
      const fresh = () => `v${(this.#names += 1)}`;
      await storeEdit({ random: this.#random, node: this.first, fresh, now: () => this.nowMs });
    }
  }

  /** Purges the log of the first node of all that is older than an hour. */
  async purge(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      this.nowMs += hourMs;
      await this.first.store.replication.purge({ keptMs: hourMs, rowsMax: Number.MAX_SAFE_INTEGER });
    }
  }

  async page(max = changesMax): Promise<Answer | undefined> {
    const place = await this.second.store.replication.taking.place("n1");
    return place.phase === "done" ? undefined : this.first.store.replication.snapshot({ ...place, max });
  }

  take(page: Answer) {
    return this.second.store.replication.taking.take(page);
  }

  async pull(to: StoreNode, from: StoreNode): Promise<void> {
    const { replication } = to.store;
    for (let rounds = 0; rounds < 50; rounds += 1) {
      let applied = 0;
      for (const lane of lanes) {
        const answer = await from.store.replication.read(await replication.asking(from.name, changesMax, lane));
        applied += (await replication.apply(answer)).applied;
      }
      if (applied === 0) return;
    }
  }

  async close(): Promise<void> {
    await this.first.remove();
    await this.second.remove();
  }
}

const begin = async ({ first, second }: Room) => {
  // The first call of another node makes the log complete.
  await first.store.replication.read(await second.store.replication.asking("n1", 1));
};

test(
  "a node joins a purged log by pages, with changes in between and kills after each, and goes on from there",
  async () => {
    const room = await new Room().open();
    try {
      const { first, second } = room;
      await room.edit(edits);
      await begin(room);
      await first.database.transactions.run(() =>
        first.database.write("UPDATE `nodes` SET `state` = 'expelled' WHERE `id` = 'n2'"),
      );
      await room.edit(edits);
      await room.purge();
      const pull = await second.store.replication.asking("n1", 1);
      await expect(first.store.replication.read(pull)).rejects.toMatchObject({ code: "NODE_MUST_REJOIN" });
      let pages = 0;
      for (let page = await room.page(17); page !== undefined; page = await room.page(pages < 200 ? 17 : 400)) {
        pages += 1;
        if (pages % 3 === 0) await room.edit(2);
        if (pages % 4 === 0) await second.open();
        else await room.take(page);
      }
      expect(pages).toBeGreaterThan(10);
      await room.edit(edits / 4);
      await second.open();
      for (let round = 0; round < 3; round += 1) {
        await room.pull(second, first);
        await room.pull(first, second);
      }
      expect(await storeFaults([first, second], [])).toEqual([]);
    } finally {
      await room.close();
    }
  },
  patienceMs,
);

type Lie = (page: Answer, room: Room) => Answer | Promise<Answer>;
const changed = (page: Answer, part: Partial<ReplicatedChange>, at = 0): Answer => ({
  ...page,
  changes: page.changes.map((change, index) => (index === at ? { ...change, ...part } : change)),
});

const lies: Readonly<Record<string, readonly [words: RegExp, lie: Lie]>> = {
  "with a row of a node": [/never leave/, (page) => changed(page, { table: "nodeLinks" })],
  "with a row of no table": [/upgrade/, (page) => changed(page, { table: "nothing" })],
  "with a column of no table": [
    /columns/,
    (page) => changed(page, { values: { ...page.changes[0]?.values, nothing: 1 } }),
  ],
  "with a stamp of another year": [/ahead/, (page) => changed(page, { life: "ffffffffffff000000000001n1" })],
  "with a hole": [/missing/, (page) => ({ ...page, changes: page.changes.slice(1) })],
  "in the wrong order": [
    /wrong place/,
    (page) => ({ ...page, changes: page.changes.toReversed().map((change, at) => ({ ...change, seq: at + 1 })) }),
  ],
  "that ends too early": [/before all rows/, (page) => ({ ...page, vector: { "n1:0": 1 } })],
  "of another snapshot": [/another snapshot/, (page) => ({ ...page, position: page.position + 1 })],
  "of a restored database": [/restored/, (page) => ({ ...page, logEpoch: 5 })],
  "with changes of this node": [/of this node/, (page) => ({ ...page, vector: { "n2:0": 1 } })],
  "that came before": [/came before/, (_page, room) => room.first.store.replication.snapshot(firstCall)],
};
const firstCall = { phase: "rows", logEpoch: 0, position: 0, table: "", key: "", max: 20 } as const;

test.each(Object.entries(lies))("a page %s is refused, and nothing of it taken", async (what, [words, lie]) => {
  const room = await new Room().open();
  try {
    await room.edit(40);
    await begin(room);
    const page = await room.page(20);
    await room.take(page as Answer);
    const place = await room.second.store.replication.taking.place("n1");
    const next = (await room.page(20)) as Answer;
    const lying = await lie(next, room);
    await expect(
      room.take(what === "that came before" ? { ...lying, position: place.position } : lying),
    ).rejects.toThrow(words);
    expect(await room.second.store.replication.taking.place("n1")).toEqual(place);
    await room.take(next);
  } finally {
    await room.close();
  }
});
