import { afterEach, beforeEach, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { listTwins } from "#operations/nodes/list-twins.ts";
import { submit } from "#operations/requests/submit.ts";
import { mergeTwin } from "#operations/users/merge-twin.ts";
import { objectKey } from "#platform/object-key.ts";

import { callerOf } from "../support/service.ts";
import { openOwnedRoom, type OwnedNode, type OwnedRoom } from "./owned-room.ts";

let room: OwnedRoom;
let third: OwnedNode;
beforeEach(async () => {
  room = await openOwnedRoom({ targets: { T1: [{ authorizers: ["bob"] }] }, classes: { STAFF: [], HELPERS: [] } });
  third = await room.join("n3");
});
afterEach(() => room.close());

/** Makes a user with an account and a class at a node; returns the key. */
async function addUser(node: OwnedNode, id: string, userClassId: string): Promise<string> {
  const { store, ids } = node.context;
  const key = ids.guid();
  const stableId = `${id} of ${node.name}`;
  const account = { key: objectKey({ type: "account", targetSystemKey: "T1", stableId }), stableId, userKey: key };
  await store.transaction(async () => {
    await store.save("users", { key, id, displayName: `${id} of ${node.name}` });
    await store.save("accounts", {
      ...account,
      targetSystemKey: "T1",
      longId: stableId,
      shortId: stableId,
      displayId: stableId,
    });
    for (const one of new Set(["STAFF", userClassId]))
      await store.save("userClassMembers", { key: ids.guid(), userClassId: one, userKey: key });
  });
  room.clock.advance(1_000);
  return key;
}

const twinsAt = async (node: OwnedNode) => (await node.run(listTwins, {})).twins;
const userAt = ({ context }: OwnedNode, key: string) => context.store.get("users", key);
const sorted = (texts: readonly string[]) => texts.toSorted();

/** Returns what a node shows of a user: accounts, classes and reports. */
async function shownAt({ context: { store } }: OwnedNode, userKey: string) {
  const accounts = await store.select("accounts", { where: { userKey } });
  const classes = await store.select("userClassMembers", { where: { userKey } });
  const reports = await store.select("users", { where: { managerKey: userKey } });
  return {
    accounts: sorted(accounts.map(({ stableId }) => stableId)),
    classes: sorted(classes.map(({ userClassId }) => userClassId)),
    reports: sorted(reports.map(({ id }) => id)),
  };
}

// @specification 1.replication
test("a user whom three nodes have made has one plain ID and two listed ones, until both are merged into the oldest, on all", async () => {
  const oldest = await addUser(room.first, "anna", "STAFF");
  const [second, younger] = [await addUser(room.second, "anna", "HELPERS"), await addUser(third, "anna", "HELPERS")];
  const { store } = third.context;
  const report = await addUser(third, "zoe", "STAFF");
  await store.transaction(() => store.save("users", { key: report, managerKey: younger }));
  // A chain that would lead to the oldest user themselves.
  await store.transaction(() => store.save("users", { key: younger, managerKey: null }));
  await room.settle();
  const nodes = [room.first, room.second, third];
  const listed = await twinsAt(room.first);
  expect(listed.map(({ key, olderKey }) => [key, olderKey])).toEqual(
    expect.arrayContaining([
      [second, oldest],
      [younger, oldest],
    ]),
  );
  expect(sorted(listed.map(({ shownId }) => shownId))).toEqual([
    expect.stringMatching(/^anna~n2-[0-9a-f]{4}$/),
    expect.stringMatching(/^anna~n3-[0-9a-f]{4}$/),
  ]);
  for (const node of nodes) expect(await twinsAt(node)).toEqual(listed);

  // Each is merged at another node.
  for (const [node, key] of [
    [room.second, younger],
    [third, second],
  ] as const)
    expect(await node.run(mergeTwin, { key })).toMatchObject({ key, olderKey: oldest });
  await room.settle();
  for (const node of nodes) {
    expect(await twinsAt(node)).toEqual([]);
    expect(await shownAt(node, oldest)).toEqual({
      accounts: ["anna of n1", "anna of n2", "anna of n3"],
      classes: expect.arrayContaining(["HELPERS", "STAFF"]) as string[],
      reports: ["zoe"],
    });
    expect(await userAt(node, oldest)).toMatchObject({ id: "anna", disabled: false, displayName: "anna of n1" });
    for (const { key, shownId } of listed) {
      expect(await userAt(node, key)).toMatchObject({ id: shownId, disabled: true });
      expect(await shownAt(node, key)).toEqual({ accounts: [], classes: [], reports: [] });
    }
  }
  const audit = await room.second.context.store.select("sesslog_full", { where: { operation: "USMG", result: "S" } });
  expect(sorted(audit.map(({ recipient, ident }) => `${recipient} into ${ident}`))).toEqual(
    sorted([younger, second].map((key) => `${key} into ${oldest}`)),
  );
});

test("a user is not merged without a twin, with open requests, or by itself, and not as the last superuser", async () => {
  const { first } = room;
  const refusal = (key: string) => first.refusal(mergeTwin, { key });
  const ada = first.keyOf("ada");
  expect(await refusal(ada)).toBe("TWIN_UNKNOWN");
  const older = await addUser(room.second, "dora", "STAFF");
  const key = await addUser(first, "dora", "STAFF");
  await room.settle();
  expect(await refusal(older)).toBe("TWIN_UNKNOWN");
  const operations = [{ code: "ACUA", targetSystemKey: "T1", attributes: { mail: "a@b.c" } }];
  const dora = callerOf({ key, id: "dora", superuser: false });
  const request = await invoke(submit, first.context, dora, { recipientKey: key, operations });
  expect(await refusal(key)).toBe("TWIN_AT_WORK");
  await first.decide("bob", request, { phase: 1, decision: "deny" });
  const { store } = first.context;
  const itself = callerOf({ key, id: "dora", superuser: true });
  await store.transaction(() => store.save("users", { key, superuser: true }));
  await expect(invoke(mergeTwin, first.context, itself, { key })).rejects.toMatchObject({ code: "USER_IS_CALLER" });
  const superusers = await store.select("users", { where: { superuser: true } });
  await store.transaction(async () => {
    for (const one of superusers) await store.save("users", { key: one.key, superuser: one.key === key });
  });
  expect(await refusal(key)).toBe("LAST_SUPERUSER");
  await store.transaction(() => store.save("users", { key, superuser: false }));
  expect(await refusal(key)).toBe("done");
  const merged = await store.get("users", key);
  expect(merged).toMatchObject({ disabled: true, id: expect.stringMatching(/^dora~n1-/) as string });
});

test("what both have stays once, and a chain of managers does not come to lead to a user themselves", async () => {
  const older = await addUser(room.first, "anna", "STAFF");
  const key = await addUser(room.second, "anna", "HELPERS");
  const { store, ids } = room.first.context;
  const groupKey = objectKey({ type: "group", targetSystemKey: "T1", stableId: "g" });
  await room.settle();
  await store.transaction(async () => {
    await store.save("users", { key: older, managerKey: key });
    const names = { targetSystemKey: "T1", stableId: "g", longId: "g", shortId: "g", displayId: "g" };
    await store.save("groups", { key: groupKey, ...names });
    await store.save("groupOwners", { key: ids.guid(), groupKey, userKey: key, fromTarget: false });
  });
  await room.first.run(mergeTwin, { key });
  expect(await userAt(room.first, older)).toMatchObject({ managerKey: null });
  const { classes } = await shownAt(room.first, older);
  expect(classes.filter((one) => one === "STAFF" || one === "HELPERS")).toEqual(["HELPERS", "STAFF"]);
  const owners = await store.select("groupOwners", { where: { groupKey } });
  expect(owners.map(({ userKey }) => userKey)).toEqual([older]);
});
