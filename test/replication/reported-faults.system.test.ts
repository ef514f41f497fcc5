// @databases sqlite mariadb
import { afterEach, beforeEach, expect, test } from "vitest";

import { suiteDialect } from "../support/database.ts";
import { storeFaults } from "./store-checks.ts";
import { StoreNode } from "./store-node.ts";

// Each test is a kind of fault that users of other replicating directories and databases have reported.

const names = ["n1", "n2", "n3"];
const startMs = Date.UTC(2026, 10, 1);
let nowMs = startMs;
let nodes: readonly StoreNode[];
let first: StoreNode;
let second: StoreNode;
let third: StoreNode;

beforeEach(async () => {
  nowMs = startMs;
  nodes = await Promise.all(names.map((name) => StoreNode.make(name, names, () => nowMs)));
  [first, second, third] = nodes as [StoreNode, StoreNode, StoreNode];
  await settle();
});
afterEach(async () => {
  for (const node of nodes) await node.remove();
});

/** Lets a node take what another one has; returns the number of changes that were applied. */
async function pull(to: StoreNode, from: StoreNode): Promise<number> {
  return to.apply(await from.store.replication.read(await to.store.replication.asking(from.name, 500)));
}

/** Lets nodes pull from each other until nothing comes; without a rest, changes would go round for ever. */
async function settle(some: readonly StoreNode[] = nodes): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    nowMs += 60_000;
    let applied = 0;
    for (const to of some) for (const from of some) if (to !== from) applied += await pull(to, from);
    if (applied === 0) return;
  }
  throw new Error("the nodes do not come to rest");
}

const save = ({ store }: StoreNode, key: string, values: object) =>
  store.transaction(() => store.save("users", { key, ...values }));
const userClass = ({ store }: StoreNode, id: string) => store.get("userClasses", id);
const conflicts = ({ store }: StoreNode) => store.count("replicationConflicts");

/** Expects that all nodes are equal, and that nothing is held. */
async function expectEqual(): Promise<void> {
  expect(await storeFaults(nodes, [])).toEqual([]);
}

test("a change that a node has applied does not come back to its origin, and changes nothing twice", async () => {
  await save(first, "anna", { id: "anna" });
  await settle();
  const before = await Promise.all(nodes.map(({ store }) => store.get("users", "anna")));
  expect(new Set(before.map((row) => row?.version)).size).toBe(1);
  for (const to of nodes) for (const from of nodes) if (to !== from) expect(await pull(to, from)).toBe(0);
  await expectEqual();
});

test("edits one after the other are no conflict, nor are equal values that two nodes have written", async () => {
  await save(first, "anna", { id: "anna" });
  await settle();
  await save(second, "anna", { displayName: "Anna" });
  await settle();
  await save(third, "anna", { displayName: "Anna of the third" });
  await settle();
  expect(await conflicts(first)).toBe(0);
  for (const node of [first, second]) await save(node, "anna", { displayName: "Anna of two" });
  await settle();
  expect(await conflicts(third)).toBe(0);
  await expectEqual();
});

test("a node that passes changes on gives no column a stamp of its own", async () => {
  await save(first, "anna", { id: "anna", displayName: "Anna" });
  // The third asks the second alone.
  await settle([first, second]);
  await settle([second, third]);
  await save(third, "anna", { mail: "anna@example.org" });
  nowMs += 60_000;
  await save(first, "anna", { displayName: "Anna, once more" });
  await settle([second, third]);
  await settle([first, second]);
  await settle([second, third]);
  for (const { store } of nodes)
    expect(await store.get("users", "anna")).toMatchObject({
      displayName: "Anna, once more",
      mail: "anna@example.org",
    });
  expect(await conflicts(second)).toBe(0);
  await settle();
  await expectEqual();
});

test("two nodes that remove one row at the same moment agree, and a third one that has heard of one only removes it too", async () => {
  await first.store.transaction(() => first.store.save("userClasses", { id: "STAFF", description: "Staff" }));
  await settle();
  for (const { store } of [first, second]) await store.transaction(() => store.remove("userClasses", "STAFF"));
  await pull(third, second);
  expect(await userClass(third, "STAFF")).toBeUndefined();
  await settle();
  for (const node of nodes) expect(await userClass(node, "STAFF")).toBeUndefined();
  await expectEqual();
});

test("a row that is removed and added again within one moment lives everywhere, whichever of both came first by which way", async () => {
  await first.store.transaction(() => first.store.save("userClasses", { id: "STAFF", description: "Staff" }));
  await settle();
  await first.store.transaction(() => first.store.remove("userClasses", "STAFF"));
  await first.store.transaction(() => first.store.save("userClasses", { id: "STAFF", description: "Again" }));
  // An edit of the row as it was before, made elsewhere at the same moment, belongs to its former life.
  await second.store.transaction(() => second.store.save("userClasses", { id: "STAFF", description: "Edited" }));
  await pull(third, second);
  await pull(third, first);
  await settle();
  for (const node of nodes) expect(await userClass(node, "STAFF")).toMatchObject({ description: "Again" });
  await expectEqual();
});

test("an older removal does not destroy a row that was made again after it, although it arrives later", async () => {
  await first.store.transaction(() => first.store.save("userClasses", { id: "STAFF", description: "Staff" }));
  await settle();
  await second.store.transaction(() => second.store.remove("userClasses", "STAFF"));
  nowMs += 60_000;
  await pull(first, second);
  await first.store.transaction(() => first.store.save("userClasses", { id: "STAFF", description: "Again" }));
  // Cut off from both, it has removed the row too, before it was made again.
  const clock = nowMs;
  nowMs = clock - 30_000;
  await third.store.transaction(() => third.store.remove("userClasses", "STAFF"));
  nowMs = clock;
  await settle();
  for (const node of nodes) expect(await userClass(node, "STAFF")).toMatchObject({ description: "Again" });
  await expectEqual();
});

test("IDs that were exchanged between two rows are exchanged everywhere, although each was taken meanwhile", async () => {
  await save(first, "anna", { id: "one" });
  await save(first, "ben", { id: "two" });
  await settle();
  await save(first, "anna", { id: "kept" });
  await save(first, "ben", { id: "one" });
  await save(first, "anna", { id: "two" });
  await settle();
  for (const { store } of nodes) {
    expect(await store.get("users", "anna")).toMatchObject({ id: "two" });
    expect(await store.get("users", "ben")).toMatchObject({ id: "one" });
    expect(await store.replication.twins()).toEqual([]);
  }
  await expectEqual();
});

test("the log keeps the changes of an origin of which a node has none yet", async () => {
  await settle();
  // The second has told how far it is before the third has made anything; then it is cut off.
  await save(third, "zoe", { id: "zoe" });
  await pull(first, third);
  const dayMs = 86_400_000;
  for (let day = 0; day < 9; day += 1) {
    nowMs += dayMs;
    await first.store.replication.purge({ keptMs: dayMs, rowsMax: 1_000_000 });
  }
  // It reaches the first one alone.
  await settle([first, second]);
  expect(await second.store.get("users", "zoe")).toMatchObject({ id: "zoe" });
  await settle();
  await expectEqual();
});

// Old files are put back under SQLite alone.
const restoring = suiteDialect() === "sqlite" ? ["SQLite"] : [];
test.each(restoring)(
  "under %s a change that a restored node makes at once reaches all others, although its tail comes back later",
  async () => {
    await save(first, "anna", { id: "anna" });
    await settle();
    const backup = await first.backup();
    await save(first, "anna", { displayName: "after the backup" });
    await save(first, "ben", { id: "ben" });
    await settle();
    await first.restore(backup);
    await save(first, "cleo", { id: "cleo" });
    await pull(second, first);
    expect(await second.store.get("users", "cleo")).toMatchObject({ id: "cleo" });
    await settle();
    for (const { store } of nodes) {
      expect(await store.get("users", "anna")).toMatchObject({ displayName: "after the backup" });
      expect(await store.get("users", "ben")).toMatchObject({ id: "ben" });
      expect(await store.get("users", "cleo")).toMatchObject({ id: "cleo" });
    }
    await expectEqual();
  },
);
