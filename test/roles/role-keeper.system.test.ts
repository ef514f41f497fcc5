import { afterEach, beforeEach, expect, test } from "vitest";

import { createRoleKeeper, type RoleKeeper } from "#activities/hub/role-keeper.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { assignRole } from "#operations/roles/change-assignments.ts";

import { expectBestWithin } from "../support/best-within.ts";
import { type EnforcementRoom, openEnforcementRoom, operator } from "../support/enforcement-room.ts";
import { beginOwnShare } from "../support/own-share.ts";

let room: EnforcementRoom;
let keeper: RoleKeeper;

beforeEach(async () => {
  room = await openEnforcementRoom();
  await room.role("SALES", {
    condition: "attributes/any(a:a/name eq 'department' and a/value eq 'Sales')",
    surplus: "remove",
    deficit: "add",
    asksPhases: true,
    entitlements: [{ kind: "membership", groupKey: "sales" }],
  });
  for (const id of ["bob", "cy", "dan"]) await room.access(id, "T1", ["sales"]);
  await room.profile("bob", { enforceRoles: "false" });
  await room.profile("cy", { enforceRoles: "false" });
  await room.profile("dan", { enforceRoles: "false" });
  keeper = createRoleKeeper(room.context);
  await keeper.keep();
});
afterEach(async () => {
  await keeper.stop();
  await room.close();
});

const asked = async () => {
  const requests = await room.store.select("reqbatch", { where: { active: true } });
  const operations = await Promise.all(requests.map((request) => room.operations(request)));
  return operations.flat().map(({ code }) => code);
};
const often = { interval: 20 };
const promisedMs = 2_000;

test("a change of one person is asked for within two seconds, and taken back with it", async () => {
  await expectBestWithin(promisedMs, async () => {
    const [shareOf, began] = [beginOwnShare(), performance.now()];
    await room.profile("ada", { department: "Sales" });
    await expect.poll(asked, often).toEqual(["ROLA", "ACUA", "GRUA"]);
    const askedMs = performance.now() - began;
    await room.profile("ada", { department: "IT" });
    await expect.poll(asked, often).toEqual([]);
    return askedMs * shareOf();
  });
  expect(await room.store.count("roleMembers")).toBe(0);
  expect(await room.store.count("requestOperations", { result: "S" })).toBe(0);
});

test("a membership that comes behind our back is taken away", async () => {
  await room.access("ada", "T1");
  await room.store.transaction(() =>
    room.store.save("groupMemberships", { key: "new", accountKey: "ada-T1", groupKey: "sales" }),
  );
  await expect.poll(asked, often).toEqual(["GRUD"]);
});

test("an exclusion that comes and ends is followed", async () => {
  const [role] = await room.store.select("roles");
  const until = room.clock.now() + 60_000;
  const about = { roleKey: role?.key ?? "", userKey: room.keyOf("ada"), reason: "why" };
  await invoke(assignRole, room.context, operator, { ...about, because: "excluded", until });
  await room.profile("ada", { department: "Sales" });
  await keeper.keep();
  expect(await asked()).toEqual([]);
  room.clock.advance(60_000);
  await expect.poll(asked, often).toEqual(["ROLA", "ACUA", "GRUA"]);
});
