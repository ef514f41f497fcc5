import { afterEach, beforeEach, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { assignRole, endAssignment } from "#operations/roles/change-assignments.ts";
import { type EnforcementRoom, openEnforcementRoom, operator } from "#test/support/enforcement-room.ts";

import { pauseEnforcement, resumeEnforcement, startEnforcement, stopEnforcement } from "./change-runs.ts";
import { reportDifferences } from "./report-differences.ts";

let room: EnforcementRoom;

beforeEach(async () => {
  room = await openEnforcementRoom();
});
afterEach(() => room.close());

const inSales = "attributes/any(a:a/name eq 'department' and a/value eq 'Sales')";
const membership = { kind: "membership", groupKey: "sales" };

// @specification 1.roles 8.threads
test("a person whom the condition of a role chooses gets the role with what it gives, once", async () => {
  const roleKey = await room.role("SALES", { condition: inSales, entitlements: [membership] });
  await room.profile("ada", { department: "Sales" });
  await room.profile("bob", { department: "sales" });
  const { run, items, requests, asked } = await room.enforce("autores", { threads: 8 });
  expect(run).toMatchObject({
    state: "ended",
    people: 1,
    differences: 1,
    submitted: 1,
    waiting: 0,
    refused: 0,
    threads: 8,
  });
  expect(items).toMatchObject([{ userKey: room.keyOf("ada"), state: "submitted", errorCode: null }]);
  expect(requests).toMatchObject([
    { origin: "autores", requesterKey: "", recipientKey: room.keyOf("ada"), selfApproved: 0 },
  ]);
  expect(asked).toEqual(["ROLA", "ACUA T1", "GRUA sales"]);
  expect((await room.enforce("autores")).run).toMatchObject({ state: "ended", people: 0 });
  for (const request of requests) await room.carryOut(request);
  expect(await room.members(roleKey)).toEqual(["ada"]);
  expect((await room.enforce("autores")).run).toMatchObject({ state: "ended", people: 0 });
  expect(await room.store.select("roleAssignments")).toEqual([]);
  const given = await room.store.select("grants", { where: { kind: "membership", endedAt: null } });
  expect(given).toMatchObject([{ because: "role", roleKey, groupKey: "sales" }]);
});

test("who is no longer chosen loses the role, and what it gave is ended", async () => {
  const roleKey = await room.role("SALES", { condition: inSales, entitlements: [membership] });
  await room.profile("ada", { department: "Sales" });
  await room.profile("bob", { department: "Sales" });
  for (const request of (await room.enforce("autores")).requests) await room.carryOut(request);
  await room.profile("ada", { department: "IT" });
  const { requests, asked } = await room.enforce("autores");
  expect(asked).toEqual(["ROLD"]);
  for (const request of requests) await room.carryOut(request);
  expect(await room.members(roleKey)).toEqual(["bob"]);
  const of = { userKey: room.keyOf("ada"), kind: "membership" } as const;
  expect(await room.store.select("grants", { where: of })).toMatchObject([{ until: room.clock.now() }]);
});

test("who moves from one role to another keeps the account that both need", async () => {
  const of = (department: string) => `attributes/any(a:a/name eq 'department' and a/value eq '${department}')`;
  await room.role("SALES", { condition: of("Sales"), entitlements: [membership] });
  const joined = { condition: of("IT"), entitlements: [{ kind: "membership", groupKey: "staff" }] };
  const roleKey = await room.role("IT", joined);
  for (const id of ["ada", "bob"]) await room.profile(id, { department: "Sales" });
  for (const request of (await room.enforce("autores")).requests) await room.carryOut(request);
  await room.profile("ada", { department: "IT" });
  const { asked, requests } = await room.enforce("autores");
  expect(asked.toSorted()).toEqual(["GRUA staff", "ROLA", "ROLD"]);
  // The old role ends after the new one has begun, and before it has given anything on the target system.
  const [joining, leaving] = requests;
  await room.store.transaction(() =>
    room.store.add("roleMembers", { key: "new", roleKey, userKey: room.keyOf("ada") }),
  );
  await room.carryOut(leaving ?? { key: "" });
  const account = { userKey: room.keyOf("ada"), kind: "account", endedAt: null } as const;
  expect(await room.store.select("grants", { where: account })).toMatchObject([{ until: null, roleKey }]);
  await room.carryOut(joining ?? { key: "" });
  expect(await room.store.select("grants", { where: account })).toMatchObject([{ until: null, roleKey }]);
  expect(await room.store.count("requestOperations", { code: "DELU" })).toBe(0);
});

test("a request that no longer applies is cancelled, and nothing remains", async () => {
  const roleKey = await room.role("SALES", { condition: inSales, asksPhases: true });
  await room.profile("ada", { department: "Sales" });
  const { requests } = await room.enforce("autores");
  expect(requests).toMatchObject([{ status: "W" }]);
  await room.profile("ada", { department: "IT" });
  const again = await room.enforce("autores");
  expect(again.items).toMatchObject([{ state: "submitted", requestKeys: [] }]);
  expect(await room.row(requests[0] ?? { key: "" })).toMatchObject({ status: "K" });
  expect((await room.enforce("autores")).run).toMatchObject({ people: 0 });
  expect(await room.members(roleKey)).toEqual([]);
});

test("a role that somebody has denied is not asked for again until another version is in force", async () => {
  await room.role("SALES", { condition: inSales, asksPhases: true });
  await room.profile("ada", { department: "Sales" });
  room.clock.advance(1000);
  const { requests } = await room.enforce("autores");
  await room.decide("cy", requests[0] ?? { key: "" }, { phase: 1, decision: "deny" });
  expect((await room.enforce("autores")).run).toMatchObject({ people: 0 });
});

test("names and exclusions count until their end", async () => {
  const roleKey = await room.role("SALES", { condition: inSales });
  await room.profile("ada", { department: "Sales" });
  const until = room.clock.now() + 60_000;
  const assign = (id: string, because: "named" | "excluded") =>
    invoke(assignRole, room.context, operator, { roleKey, userKey: room.keyOf(id), because, reason: "why", until });
  await assign("ada", "excluded");
  await assign("bob", "named");
  const carry = async () => {
    for (const request of (await room.enforce("autores")).requests) await room.carryOut(request);
    return room.members(roleKey);
  };
  expect(await carry()).toEqual(["bob"]);
  room.clock.advance(60_000);
  expect(await carry()).toEqual(["ada"]);
  const { key } = await invoke(assignRole, room.context, operator, {
    roleKey,
    userKey: room.keyOf("bob"),
    because: "named",
    reason: "why",
  });
  expect(await carry()).toEqual(["ada", "bob"]);
  await invoke(endAssignment, room.context, operator, { roleKey, key });
  expect(await carry()).toEqual(["ada"]);
});

test("who is disabled or has left loses their roles", async () => {
  const roleKey = await room.role("ALL", { condition: "true", entitlements: [] });
  for (const request of (await room.enforce("autores")).requests) await room.carryOut(request);
  expect(await room.members(roleKey)).toEqual(["ada", "bob", "cy", "dan"]);
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("ada"), disabled: true });
    await room.store.save("users", { key: room.keyOf("bob"), endsAt: room.clock.now() });
  });
  for (const request of (await room.enforce("autores")).requests) await room.carryOut(request);
  expect(await room.members(roleKey)).toEqual(["cy", "dan"]);
});

test("a report writes no row but its audit", async () => {
  await room.role("SALES", { condition: inSales });
  await room.profile("ada", { department: "Sales" });
  const before = await room.store.changeLog.position();
  const report = await invoke(reportDifferences, room.context, operator, { kind: "autores" });
  expect(report).toMatchObject({ people: 1, differences: 1, removals: 0, largeRemovals: [] });
  expect(report.found).toMatchObject([{ userKey: room.keyOf("ada"), differences: [{ resolution: "add" }] }]);
  expect(await room.store.changeLog.position()).toBe(before + 1);
  expect(await room.store.count("sesslog_full", { operation: "ENRP" })).toBe(1);
});

test("only the people to whom a run is limited are looked at; unknown ones are refused", async () => {
  await room.role("SALES", { condition: inSales });
  await room.profile("ada", { department: "Sales" });
  await room.profile("bob", { department: "Sales" });
  await expect(room.enforce("autores", { userKeys: ["nobody"] })).rejects.toMatchObject({
    code: "USER_UNKNOWN",
    target: "userKeys",
  });
  const { items } = await room.enforce("autores", { userKeys: [room.keyOf("bob")] });
  expect(items).toMatchObject([{ userKey: room.keyOf("bob") }]);
});

test("a run is paused, resumed and stopped; a stopped one submits nothing more", async () => {
  await room.role("SALES", { condition: inSales });
  await room.profile("ada", { department: "Sales" });
  const start = () => invoke(startEnforcement, room.context, operator, { kind: "autores" });
  const first = await start();
  await invoke(pauseEnforcement, room.context, operator, { key: first.key });
  await room.steps();
  expect(await room.runOf(first.key)).toMatchObject({ run: { state: "paused" }, items: [] });
  await invoke(stopEnforcement, room.context, operator, { key: first.key });
  await room.steps();
  expect(await room.runOf(first.key)).toMatchObject({ run: { state: "stopped", endedAt: room.clock.now() } });
  await expect(invoke(resumeEnforcement, room.context, operator, { key: first.key })).rejects.toMatchObject({
    code: "ENFORCEMENT_OVER",
  });
  const second = await start();
  await invoke(pauseEnforcement, room.context, operator, { key: second.key });
  await invoke(resumeEnforcement, room.context, operator, { key: second.key });
  await room.steps();
  expect(await room.runOf(second.key)).toMatchObject({ run: { state: "ended", submitted: 1 } });
});

test("a role that cannot be given hinders no other", async () => {
  await room.role("BROKEN", { condition: inSales, asksPhases: true });
  const fine = await room.role("FINE", { condition: inSales });
  await room.store.transaction(async () => {
    for (const { key } of await room.store.select("authorizationPhases", { where: { resourceType: "role" } }))
      await room.store.remove("authorizationPhases", key);
  });
  await room.profile("ada", { department: "Sales" });
  const { items, requests } = await room.enforce("autores");
  expect(items).toMatchObject([{ state: "submitted", errorCode: "PHASES_MISSING" }]);
  for (const request of requests) await room.carryOut(request);
  expect(await room.members(fine)).toEqual(["ada"]);
});
