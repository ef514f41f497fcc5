// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { migrate } from "#store/schema/migrate.ts";

import { storeFaults } from "./store-checks.ts";
import { StoreNode } from "./store-node.ts";

const nowMs = Date.UTC(2026, 10, 1);
let old: StoreNode;
let joining: StoreNode;

/** Columns of the change log that older versions did not have. */
const added = ["incarnation", "originSeq", "schemaVersion", "stamps", "effect"];

beforeAll(async () => {
  old = await StoreNode.make("n1", ["n1", "n2"], () => nowMs);
  joining = await StoreNode.make("n2", ["n1", "n2"], () => nowMs);
});
afterAll(async () => {
  await old.remove();
  await joining.remove();
});

test("a node that joins gets the rows that an older version has logged, as they are now", async () => {
  const { store } = old;
  const save = (key: string, department: string) =>
    store.transaction(() => store.save("userPlaces", { key, department }));
  await save("p1", "first");
  await save("p1", "second");
  await save("p2", "gone");
  await store.transaction(() => store.remove("userPlaces", "p2"));
  await save("p2", "back");
  await store.transaction(() => store.add("users", { key: "u1", id: "anna" }));
  await store.transaction(() =>
    store.add("runs", { key: "r1", kind: "verify", reason: "asked", requestId: "q", state: "queued", createdAt: 1 }),
  );
  await store.transaction(() => store.audit({ sessid: "s", operation: "AUTH", result: "S" }));
  await asOlderVersion();
  await store.transaction(() => store.save("users", { key: "u1", displayName: "Anna" }));
  for (const [to, from] of [
    [joining, old],
    [old, joining],
    [joining, old],
  ] as const)
    await to.store.replication.apply(
      await from.store.replication.read(await to.store.replication.asking(from.name, 1000)),
    );
  expect(await storeFaults([old, joining], [])).toEqual([]);
  expect(await joining.store.get("userPlaces", "p2")).toMatchObject({ department: "back" });
  expect(await joining.store.get("users", "u1")).toMatchObject({ displayName: "Anna" });
  expect(await joining.database.read("SELECT `homeNode` FROM `runs`")).toEqual([{ homeNode: "n1" }]);
  expect((await joining.database.read("SELECT `key` FROM `sesslog_full`")).length).toBe(1);
});

test("listeners of the node that is asked do not take its rows for new ones", async () => {
  const changes = await old.store.changeLog.read(0, 1000);
  expect(changes.filter(({ key, operation }) => key === "p1" && operation === "insert").length).toBe(1);
});

/** Brings the log to the state that a migration finds: without everything that older versions did not write. */
async function asOlderVersion(): Promise<void> {
  const { database } = old;
  await database.transactions.run(async () => {
    for (const column of added) await database.write(`UPDATE \`changeLog\` SET \`${column}\` = NULL`);
    await database.write("DELETE FROM `replicationRemovals`");
    // Older versions had no lives.
    await database.write("UPDATE `userPlaces` SET `_v` = REPLACE(`_v`, '@life', 'managerKey') WHERE `key` = 'p2'");
    await database.write("UPDATE `runs` SET `homeNode` = ''");
  });
  expect(await migrate({ databaseUrl: old.url })).toEqual([]);
}
