import { afterEach, beforeEach, expect, test } from "vitest";

import { confirmEnforcement } from "#operations/enforcement/change-runs.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { type EnforcementRoom, openEnforcementRoom, operator } from "#test/support/enforcement-room.ts";

import { takeNightlyStep } from "./nightly.ts";

let room: EnforcementRoom;

beforeEach(async () => {
  room = await openEnforcementRoom();
  await room.store.transaction(async () => {
    for (const id of ["T1", "T2"]) await room.store.save("targetSystems", { id, mode: "automatic" });
  });
});
afterEach(() => room.close());

const step = () => takeNightlyStep(room.context, 0);
const discoveries = () => room.store.select("requestOperations", { where: { code: "DISC" } });
const runs = async () => {
  const all = await room.store.select("enforcementRuns", {
    where: { reason: "nightly" },
    orderBy: [["createdAt", "asc"]],
  });
  return all.map(({ kind, state }) => `${kind} ${state}`).toSorted();
};

async function endDiscoveries(): Promise<void> {
  await room.store.transaction(async () => {
    for (const { key } of await discoveries())
      await room.store.save("requestOperations", { key, result: "S", finishedAt: room.clock.now() });
  });
}

test("the nightly order is discoveries, then autores, then rbacenforce, once a day", async () => {
  await step();
  const begun = (await discoveries()).length;
  if (begun > 0) {
    expect(await runs()).toEqual([]);
    await step();
    expect(await runs()).toEqual([]);
    await endDiscoveries();
    await step();
  }
  expect(await runs()).toEqual(["autores queued"]);
  await room.steps();
  expect(await step()).toEqual({ left: true });
  expect(await runs()).toEqual(["autores ended", "rbacenforce queued"]);
  await room.steps();
  expect(await step()).toEqual({ left: false });
  expect(await runs()).toEqual(["autores ended", "rbacenforce ended"]);
  expect((await discoveries()).length).toBe(begun);
  room.clock.advance(86_400_000);
  expect(await step()).toEqual({ left: true });
});

test("the order stops at a run that waits for a confirmation, and goes on once it is confirmed", async () => {
  const roleKey = await room.role("R", {});
  await room.store.transaction(async () => {
    for (const id of ["ada", "bob"]) await room.store.add("roleMembers", { key: id, roleKey, userKey: room.keyOf(id) });
    for (const id of ["T1", "T2"]) await room.store.save("targetSystems", { id, mode: "manual" });
  });
  await step();
  await room.steps();
  expect(await runs()).toEqual(["autores confirming"]);
  expect(await step()).toEqual({ left: false });
  const [run] = await room.store.select("enforcementRuns");
  await invoke(confirmEnforcement, room.context, operator, { key: run?.key ?? "" });
  await room.steps();
  expect(await step()).toEqual({ left: true });
  expect(await runs()).toEqual(["autores ended", "rbacenforce queued"]);
});
