// @databases sqlite mariadb
import { expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import { lanes } from "#domain/replication/origin.ts";
import { beginLog } from "#store/replication/begin-log.ts";

import { testSize } from "../support/test-size.ts";
import { storeFaults } from "./store-checks.ts";
import { type KeptRow, storeEdit } from "./store-edits.ts";
import { StoreNode } from "./store-node.ts";

const names = ["n1", "n2"];
const seeds = Array.from({ length: testSize(2, 40) }, (_, index) => index + 1);
const editsBefore = 60;
const editsInBetween = 4;
const patienceMs = testSize(120_000, 1_800_000);

/** Error with which the process ends between two pages. */
class Killed extends Error {
  override readonly name = "Killed";
}

test.each(seeds)(
  "a log that is made complete page by page, while others write and the process is killed, tells each row once (seed %i)",
  async (seed) => {
    const random = createRandom(seed);
    let nowMs = Date.UTC(2026, 10, 1);
    const [old, joining] = [
      await StoreNode.make("n1", names, () => nowMs),
      await StoreNode.make("n2", names, () => nowMs),
    ];
    try {
      let made = 0;
      const kept: KeptRow[] = [];
      const edit = async (count: number) => {
        for (let left = count; left > 0; left -= 1) {
          nowMs += 1 + random.below(50);
          const row = await storeEdit({ random, node: old, fresh: () => `v${(made += 1)}`, now: () => nowMs });
          if (row !== undefined) kept.push(row);
        }
      };
      await edit(editsBefore);
      const pause = async () => {
        await edit(random.below(editsInBetween));
        expect(await numbered(old)).toEqual([]);
        if (random.below(20) === 0) throw new Killed();
      };
      for (let isOver = false; !isOver;)
        isOver = await beginLog(old.database, "n1", { rows: 1 + random.below(5), pause }).then(
          () => true,
          async (error: unknown) => {
            if (!(error instanceof Killed)) throw error;
            await old.open();
            return false;
          },
        );
      await edit(editsInBetween);
      for (let isCaughtUp = false; !isCaughtUp;) {
        isCaughtUp = true;
        for (const lane of lanes) {
          const answer = await old.store.replication.read(await joining.store.replication.asking("n1", 7, lane));
          const { held, conflicts } = await joining.store.replication.apply(answer);
          expect(conflicts).toBe(0);
          isCaughtUp &&= answer.changes.length === 0 && held.length === 0;
        }
      }
      // The node that joins has changed nothing, so its own row and that of the first one came from there.
      await old.store.replication.apply(
        await joining.store.replication.read(await old.store.replication.asking("n2", 1_000)),
      );
      await joining.store.replication.apply(
        await old.store.replication.read(await joining.store.replication.asking("n1", 1_000)),
      );
      expect(await storeFaults([old, joining], kept)).toEqual([]);
      expect(await old.database.read("SELECT * FROM `replicationBegun`")).toEqual([]);
    } finally {
      await old.remove();
      await joining.remove();
    }
  },
  patienceMs,
);

/** Returns the counter whose presence says that the log is complete. */
const numbered = ({ database }: StoreNode) =>
  database.read("SELECT `name` FROM `nodeCounters` WHERE `name` = 'changesNumberedTo'");

test("a node that was restored before any other has asked it tells everything: the gap of positions behind a restore costs nothing", async () => {
  const [restored, joining] = [
    await StoreNode.make("n1", names, () => Date.UTC(2026, 10, 1)),
    await StoreNode.make("n2", names, () => Date.UTC(2026, 10, 1)),
  ];
  try {
    const row = { key: "before", department: "before" };
    await restored.store.transaction(() => restored.store.save("userPlaces", row));
    await restored.store.epoch.begin();
    await restored.open();
    await joining.store.replication.apply(
      await restored.store.replication.read(await joining.store.replication.asking("n1", 1_000)),
    );
    expect(await restored.store.changeLog.position()).toBeGreaterThan(1_000_000_000);
    expect(await joining.store.get("userPlaces", "before")).toMatchObject({ department: "before" });
  } finally {
    await restored.remove();
    await joining.remove();
  }
});
