// @databases sqlite mariadb
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { type Clock, systemClock } from "#platform/clock.ts";
import { latestStampText } from "#store/changes/change-log.ts";
import { openDatabase } from "#store/database.ts";

import { openTestStore, type TestStore } from "../support/store.ts";
import { testSize } from "../support/test-size.ts";

const writes = testSize(100, 10_000);
const restarts = 5;
const atOnce = 20;
const aheadMs = 500;
const ahead: Clock = { now: () => systemClock.now() + aheadMs };
const key = "written-by-two";

let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

const stampsOf = async (table: string) => {
  const changes = await opened.store.changeLog.read(0, Number.MAX_SAFE_INTEGER);
  return changes.filter((change) => change.table === table && change.key === key).map(({ stamp }) => stamp);
};
const requireRising = (stamps: readonly string[]) => {
  const faults = stamps.filter((stamp, index) => index > 0 && stamp <= (stamps[index - 1] ?? ""));
  expect(faults).toEqual([]);
};

/** Writes the row in a process of its own, which is killed afterwards, so that it cannot end in order. */
async function writeElsewhere(processWrites: number, processAheadMs: number): Promise<void> {
  const args = [opened.databaseUrl, opened.folder, key, processWrites, processAheadMs, atOnce].map(String);
  const child = fork(fileURLToPath(new URL("../support/stamp-process.ts", import.meta.url)), args);
  const ended = once(child, "exit");
  const said = await Promise.race([once(child, "message"), ended]);
  child.kill("SIGKILL");
  await ended;
  expect(said).toEqual(["done", undefined]);
}

test("two processes that write one row, one with a clock ahead and both restarted, give it stamps that strictly rise", async () => {
  const { store } = opened;
  await store.transaction(() => store.add("userClasses", { id: key, description: "" }));
  const each = writes / restarts / 2;
  for (let restart = 0; restart < restarts; restart++) {
    await Promise.all([writeElsewhere(each, 0), writeElsewhere(each, aheadMs)]);
  }
  const stamps = await stampsOf("userClasses");
  expect(stamps).toHaveLength(writes + 1);
  expect(new Set(stamps).size).toBe(writes + 1);
  requireRising(stamps);
});

test("a row that was removed by a process whose clock is ahead comes back with a later stamp", async () => {
  const [behind, early] = await Promise.all([opened.another(), opened.another("node1", ahead)]);
  const added = { key, targetSystemKey: "T", stableId: "s", longId: "l", shortId: "s", displayId: "d" };
  await behind.transaction(() => behind.save("groups", added));
  await early.transaction(() => early.remove("groups", key));
  await behind.transaction(() => behind.save("groups", added));
  const stamps = await stampsOf("groups");
  expect(stamps).toHaveLength(3);
  requireRising(stamps);
});

test("a start takes over the latest stamp of every node", async () => {
  const elsewhere = await opened.another("node2", { now: () => systemClock.now() + 10 * aheadMs });
  const id = "of-another-node";
  await elsewhere.transaction(() => elsewhere.add("userClasses", { id, description: "" }));
  const latest = await opened.store.changeLog.latestStamp();
  const next = await opened.another();
  const stamp = await next.transaction(async () => next.loads.stamp());
  expect(latest?.endsWith("node2")).toBe(true);
  expect(stamp > String(latest)).toBe(true);
});

test("the latest stamp is found by one look into an index, however long the log is", async () => {
  const database = openDatabase({ databaseUrl: opened.databaseUrl });
  const isServer = database.dialect.name === "mariadb";
  const [step] = await database.read(`${isServer ? "EXPLAIN" : "EXPLAIN QUERY PLAN"} ${latestStampText}`);
  await database.close();
  // For a single index lookup MariaDB reports that nothing is left to do, and SQLite that it does not scan.
  expect(JSON.stringify(step)).toMatch(isServer ? /Select tables optimized away/ : /SEARCH .* USING COVERING INDEX/);
});
