// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { makeNewerCopy, moduleOf, type NewerCopy } from "./newer-copy.ts";
import type { storeFaults } from "./store-checks.ts";
import { StoreNode } from "./store-node.ts";

const names = ["n1", "n2", "n3"];
let nowMs = Date.UTC(2026, 10, 1);
const now = () => nowMs;

let copy: NewerCopy;
let Newer: typeof StoreNode;
/** Nodes of this version, and the node of the next one. */
let older: StoreNode;
let third: StoreNode;
let newer: StoreNode;

beforeAll(async () => {
  copy = makeNewerCopy();
  ({ StoreNode: Newer } = await moduleOf<{ StoreNode: typeof StoreNode }>(copy, "test/replication/store-node.ts"));
  older = await StoreNode.make("n1", names, now, { isWatched: false });
  third = await StoreNode.make("n3", names, now, { isWatched: false });
  newer = await StoreNode.make("n2", names, now, { isWatched: false });
});
afterAll(async () => {
  for (const node of [older, third, newer]) await node.remove();
  copy.remove();
});

async function pull(to: StoreNode, from: StoreNode) {
  nowMs += 1_000;
  return to.store.replication.apply(
    await from.store.replication.read(await to.store.replication.asking(from.name, 500)),
  );
}

/** Writes a row of a person's place; columns of the next version are no property of this one's. */
async function save(node: StoreNode, key: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  nowMs += 10;
  await node.store.transaction(() => node.store.save("userPlaces", { key, ...values }));
}

async function places(node: StoreNode, columns = "`key`, `department`, `badge`") {
  return node.database.read(`SELECT ${columns} FROM \`userPlaces\` ORDER BY \`key\``);
}

async function quieten(nodes: readonly StoreNode[]): Promise<void> {
  for (let round = 0; round < 6; round += 1)
    for (const to of nodes) for (const from of nodes) if (to !== from) await pull(to, from);
}

test("a node of the next version takes all of an older one, and its own changes wait there whole, in their order", async () => {
  await save(older, "before", { department: "sales" });
  await save(third, "third", { department: "sales" });
  await quieten([older, third, newer]);
  newer = await Newer.upgrade(newer);
  // Made by the newer one before, under a key that the older one makes anew.
  await save(newer, "same", { badge: "made first" });
  await save(older, "same", { department: "made later" });
  await save(older, "of-older", { department: "sales" });
  expect((await pull(newer, older)).held).toEqual([]);
  await save(newer, "before", { badge: "B1" });
  await save(newer, "of-older", { badge: "B2" });
  await save(newer, "of-newer", { department: "sales", badge: "B3" });
  const pin = newer.store.seal(new Secret("0815"), { table: "userPlaces", column: "pin", key: "of-newer" });
  await save(newer, "of-newer", { pin });
  await newer.store.transaction(() => newer.store.add("badges" as never, { key: "b1", words: "gold" } as never));
  await save(newer, "before", { department: "the newer one's" });
  const { held } = await pull(older, newer);
  expect(held.map(({ origin, reason }) => `${origin} ${reason}`)).toEqual(["n2:0 unknownColumn"]);
  expect(await places(older, "`key`, `department`")).toEqual([
    { key: "before", department: "sales" },
    { key: "of-older", department: "sales" },
    { key: "same", department: "made later" },
    { key: "third", department: "sales" },
  ]);
});

test("edits by the older node merge with the values of the newer one, and other origins go on through both", async () => {
  await save(older, "of-older", { department: "research" });
  await save(older, "before", { managerKey: "m1" });
  await save(third, "third", { department: "moved" });
  await pull(newer, third);
  await pull(older, newer);
  await pull(newer, older);
  expect((await places(newer)).filter(({ badge }) => badge !== null)).toEqual([
    { key: "before", department: "the newer one's", badge: "B1" },
    { key: "of-newer", department: "sales", badge: "B3" },
    { key: "of-older", department: "research", badge: "B2" },
    { key: "same", department: "made later", badge: "made first" },
  ]);
  expect(await older.store.get("userPlaces", "third")).toMatchObject({ department: "moved" });
  expect((await older.vector())["n2:0"]).toBeLessThan((await newer.vector())["n2:0"] ?? 0);
});

test("once all are upgraded they are equal: nothing was lost, nothing waits, and the one conflict is listed", async () => {
  older = await Newer.upgrade(older);
  await pull(older, newer);
  third = await Newer.upgrade(third);
  await quieten([older, third, newer]);
  const { storeFaults: faultsOf } = await moduleOf<{ storeFaults: typeof storeFaults }>(
    copy,
    "test/replication/store-checks.ts",
  );
  expect(await faultsOf([older, third, newer], [])).toEqual([]);
  for (const node of [older, third, newer]) {
    expect(await places(node)).toEqual([
      { key: "before", department: "the newer one's", badge: "B1" },
      { key: "of-newer", department: "sales", badge: "B3" },
      { key: "of-older", department: "research", badge: "B2" },
      { key: "same", department: "made later", badge: "made first" },
      { key: "third", department: "moved", badge: null },
    ]);
    expect(await node.database.read("SELECT `key`, `words` FROM `badges`")).toEqual([{ key: "b1", words: "gold" }]);
    const [{ pin } = {}] = await node.database.read("SELECT `pin` FROM `userPlaces` WHERE `key` = 'of-newer'");
    const place = { table: "userPlaces", column: "pin" as never, key: "of-newer" } as const;
    expect(node.store.unseal(String(pin), place).use((text) => text)).toBe("0815");
    // The row that two nodes have made, neither knowing of the other.
    expect(await node.database.read("SELECT `key`, `column` FROM `replicationConflicts`")).toEqual([
      { key: "same", column: "department" },
    ]);
  }
  const hashes = await Promise.all(
    [older, third, newer].map((node) =>
      node.store.replication.comparison.hashes({ table: "userPlaces", after: "" }, [null]),
    ),
  );
  expect(new Set(hashes.flat()).size).toBe(1);
});

test("without stamps of their own for added columns, nodes would differ: the checks find it", async () => {
  const faulty = makeNewerCopy({ isUnstamped: true });
  const { StoreNode: Faulty } = await moduleOf<{ StoreNode: typeof StoreNode }>(
    faulty,
    "test/replication/store-node.ts",
  );
  const { storeFaults: faultsOf } = await moduleOf<{ storeFaults: typeof storeFaults }>(
    faulty,
    "test/replication/store-checks.ts",
  );
  const make = (name: string) => StoreNode.make(name, ["n1", "n2"], now, { isWatched: false });
  let [one, other] = [await make("n1"), await make("n2")];
  try {
    other = await Faulty.upgrade(other);
    await save(other, "same", { badge: "made first" });
    await save(one, "same", { department: "made later" });
    await pull(other, one);
    one = await Faulty.upgrade(one);
    await quieten([one, other]);
    expect((await faultsOf([one, other], [])).join()).toMatch(/userPlaces same: .*made first/);
  } finally {
    for (const node of [one, other]) await node.remove();
    faulty.remove();
  }
});
