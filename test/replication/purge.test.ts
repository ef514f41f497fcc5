import { afterAll, beforeAll, expect, test } from "vitest";

import { dropChanges } from "#operations/nodes/drop-changes.ts";
import { showNodeStatus } from "#operations/nodes/show-node-status.ts";

import { joinByInvitation, openNode, type RoomNode } from "./node-room.ts";

const dayMs = 86_400_000;
const rowsMax = 3_000;

/** Days before now at which the test begins: the nodes call each other only now, because the answers of HTTP have the time of the machine. */
const daysBefore = 8;
let shiftMs = -daysBefore * dayMs;
const clock = { now: () => Date.now() + shiftMs };
let first: RoomNode;
let second: RoomNode;

beforeAll(async () => {
  first = await openNode("n1", { isReal: true, clock });
  second = await openNode("n2", { isReal: true, isInstalled: false, clock });
  Object.assign(first.context.settings, { changeLogRowsMax: rowsMax });
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const addUsers = async (count: number) => {
  const { store, ids } = first.context;
  await store.transaction(async () => {
    for (let n = 0; n < count; n += 1) {
      const key = ids.guid();
      await store.add("users", { key, id: key });
    }
  });
};
const logged = async (): Promise<number> => {
  const { changes } = await first.context.store.changeLog.follow(0, ["users", "policies", "settings"], 10_000);
  return changes.length;
};
const purge = () => first.run(dropChanges, {});
/** Lets days pass, with a round of the purge each. */
const pass = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    shiftMs += dayMs;
    await purge();
  }
};
/** Lets each node have the changes of the other. */
const settle = async () => {
  for (let round = 0; round < 4; round += 1) {
    await pull(second, first);
    await pull(first, second);
  }
};
const pull = async (to: RoomNode, from: RoomNode): Promise<void> => {
  const [mine, theirs] = [to.context.store.replication, from.context.store.replication];
  await mine.apply(await theirs.read(await mine.asking(from.name, 2_000)));
};
const standing = async () => (await first.run(showNodeStatus, {})).nodes[0]?.logStanding;
const told = async () =>
  (await first.context.store.select("notices", { where: { kind: "nodeSilent" } })).map(({ facts }) => facts);

test("on a node alone changes leave after their days, and the newest stays", async () => {
  const { store, ids } = first.context;
  await store.transaction(() => store.add("users", { key: ids.guid(), id: "root", superuser: true }));
  await purge();
  const before = await logged();
  await pass(6);
  expect(await logged()).toBe(before);
  await pass(2);
  expect(await logged()).toBeLessThan(10);
  expect(await store.changeLog.position()).toBeGreaterThan(before);
});

test("a node joins although the log has no beginning any longer", async () => {
  expect(await joinByInvitation(first, second)).toMatch(/joined/);
  expect(await second.context.store.count("users")).toBe(await first.context.store.count("users"));
  expect(await second.context.store.count("policies")).toBe(await first.context.store.count("policies"));
});

test("a change stays until the other node has it, whatever its age, and leaves then", async () => {
  await purge();
  await addUsers(50);
  await pass(9);
  expect(await logged()).toBeGreaterThanOrEqual(50);
  await settle();
  await pass(9);
  expect(await logged()).toBeLessThan(10);
  expect(await second.context.store.count("users")).toBe(await first.context.store.count("users"));
});

test("a silent node is named once, told of at half of the quota, and must join again from 80 % on", async () => {
  expect((await told()).map((facts) => facts["standing"])).toEqual(["silent"]);
  expect(await standing()).toBe("silent");
  await addUsers(rowsMax / 2 + 10);
  await pass(9);
  expect(await standing()).toBe("halfQuota");
  expect((await told()).map((facts) => facts["standing"])).toEqual(["silent", "halfQuota"]);
  expect(await logged()).toBeGreaterThan(rowsMax / 2);

  await addUsers(rowsMax / 2);
  await pass(10);
  expect(await standing()).toBe("mustRejoin");
  expect(await logged()).toBeLessThan(10);
  await expect(pull(second, first)).rejects.toMatchObject({ code: "NODE_MUST_REJOIN" });
  // What it has made itself is read from its own log.
  const { store, ids } = second.context;
  const key = ids.guid();
  await store.transaction(() => store.add("users", { key, id: "of the silent node" }));
  await pull(first, second);
  expect(await first.context.store.get("users", key)).toMatchObject({ id: "of the silent node" });
});
