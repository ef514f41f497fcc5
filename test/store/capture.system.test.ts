// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { parseStamps } from "#store/changes/row-stamps.ts";
import { type Database, openDatabase } from "#store/database.ts";

import { openTestStore, type TestStore } from "../support/store.ts";

let opened: TestStore;
let database: Database;

beforeAll(async () => {
  opened = await openTestStore();
  database = openDatabase({ databaseUrl: opened.databaseUrl });
});
afterAll(async () => {
  await database.close();
  await opened.close();
});

const logged = (key: string) => database.read("SELECT * FROM `changeLog` WHERE `rowKey` = ? ORDER BY `seq`", [key]);

test("a change is logged with the stamps that it replaces and the version of the schema", async () => {
  const { store } = opened;
  await store.transaction(() => store.add("userPlaces", { key: "c1" }));
  await store.transaction(() => store.save("userPlaces", { key: "c1", department: "one" }));
  await store.transaction(() => store.save("userPlaces", { key: "c1", department: "two" }));
  const [made, first, second] = await logged("c1");
  expect(made).toMatchObject({ stamps: null, originSeq: null });
  expect(Number(made?.["schemaVersion"])).toBeGreaterThan(170);
  expect(parseStamps(String(first?.["stamps"])).stamps).toEqual({ key: made?.["stamp"] });
  expect(parseStamps(String(second?.["stamps"])).stamps).toEqual({
    key: made?.["stamp"],
    department: first?.["stamp"],
  });
});

test("a removal leaves its stamps behind, and a row that is made again begins another life", async () => {
  const { store } = opened;
  await store.transaction(() => store.save("userPlaces", { key: "c2" }));
  await store.transaction(() => store.remove("userPlaces", "c2"));
  await store.transaction(() => store.save("userPlaces", { key: "c2", department: "later" }));
  await store.transaction(() => store.save("userPlaces", { key: "c2", department: "back" }));
  const [made, removed, again, changed] = await logged("c2");
  expect(parseStamps(String(removed?.["stamps"])).stamps).toEqual({ key: made?.["stamp"] });
  const [left] = await database.read("SELECT * FROM `replicationRemovals` WHERE `rowKey` = 'c2'");
  expect(left).toMatchObject({ tableName: "userPlaces", removed: removed?.["stamp"], stamps: removed?.["stamps"] });
  for (const each of [again, changed]) expect(parseStamps(String(each?.["stamps"])).life).toBe(removed?.["stamp"]);
});

test("an owned row has its home node, and nobody else may write it once other nodes ask for changes", async () => {
  const { store } = opened;
  const another = await opened.another("node2");
  const run = { key: "r1", kind: "randomize", reason: "asked", requestId: "q", state: "queued", createdAt: 1 } as const;
  await store.transaction(() => store.add("runs", run));
  const [row] = await database.read("SELECT * FROM `runs` WHERE `key` = 'r1'");
  expect(row).toMatchObject({ homeNode: "node1", ownerEpoch: 1 });
  const change = (state: "running" | "ended") => another.transaction(() => another.save("runs", { key: "r1", state }));
  await change("running");
  await database.transactions.run(() =>
    database.write("INSERT INTO `nodeCounters` (`name`, `value`) VALUES ('changesNumberedTo', 0)"),
  );
  await expect(change("ended")).rejects.toMatchObject({
    code: "OWNED_BY_NODE",
    message: expect.stringContaining("node1"),
  });
  await expect(another.transaction(() => another.remove("runs", "r1"))).rejects.toMatchObject({
    code: "OWNED_BY_NODE",
  });
});
