import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { invoke } from "#operations/kernel/invoke.ts";
import { assignRole } from "#operations/roles/change-assignments.ts";
import { type EnforcementRoom, openEnforcementRoom, operator } from "#test/support/enforcement-room.ts";

import { confirmEnforcement } from "./change-runs.ts";
import { endException } from "./end-exception.ts";
import { reportDifferences } from "./report-differences.ts";

let room: EnforcementRoom;

beforeEach(async () => {
  room = await openEnforcementRoom();
});
afterEach(() => room.close());

const sales = { kind: "membership", groupKey: "sales" };
const staff = { kind: "membership", groupKey: "staff" };
const account = { kind: "account", targetSystemKey: "T1", attributes: {} };

/** Makes a user a member of a role without what it gives, as if the target had lost that. */
async function member(roleKey: string, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const userKey = room.keyOf(id);
    await invoke(assignRole, room.context, operator, { roleKey, userKey, because: "named", reason: "why" });
    await room.store.transaction(() => room.store.add("roleMembers", { key: `${id} ${roleKey}`, roleKey, userKey }));
  }
}
const exceptions = () => room.store.select("accessExceptions", { orderBy: [["key", "asc"]] });
const decide = (request: { readonly key: string } | undefined, decision: "approve" | "deny") =>
  room.decide("cy", request ?? { key: "" }, { phase: 1, decision });

describe("access that a member lacks", () => {
  test("is only reported without a way", async () => {
    await member(await room.role("R", { deficit: "none", entitlements: [sales] }), "ada");
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ state: "ended", people: 0 });
  });

  test("is added, and not asked for twice", async () => {
    await room.access("ada", "T1");
    const roleKey = await room.role("R", { deficit: "add", entitlements: [account, sales, staff] });
    await member(roleKey, "ada", "bob");
    const { items, asked, requests } = await room.enforce("rbacenforce");
    expect(items).toHaveLength(2);
    expect(asked.toSorted()).toEqual(["ACUA T1", "GRUA sales", "GRUA sales", "GRUA staff", "GRUA staff"]);
    expect(requests.map(({ origin }) => origin)).toEqual(["rbacenforce", "rbacenforce"]);
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ people: 0 });
    for (const request of requests) await room.carryOut(request);
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ people: 0 });
    const given = await room.store.select("grants", { where: { kind: "membership", endedAt: null } });
    expect(given.map((grant) => [grant.because, grant.roleKey])).toEqual(
      Array.from({ length: 4 }, () => ["role", roleKey]),
    );
  });

  test("is excepted once that is approved, and found again when the exception has ended", async () => {
    await room.access("ada", "T1");
    await member(await room.role("R", { deficit: "exception", entitlements: [account, sales] }), "ada");
    const { asked, requests } = await room.enforce("rbacenforce");
    expect(asked).toEqual(["AEDEF sales"]);
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ people: 0 });
    await decide(requests[0], "approve");
    await room.step(requests[0] ?? { key: "" });
    const days = 180 * 86_400_000;
    expect(await exceptions()).toMatchObject([
      { kind: "deficit", userKey: room.keyOf("ada"), groupKey: "sales", endedAt: null },
    ]);
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ people: 0 });
    room.clock.advance(days);
    expect((await room.enforce("rbacenforce")).asked).toEqual(["AEDEF sales"]);
  });

  test("is added once its exception was denied", async () => {
    await room.access("ada", "T1");
    await member(await room.role("R", { deficit: "exception", entitlements: [account, sales] }), "ada");
    const { requests } = await room.enforce("rbacenforce");
    await decide(requests[0], "deny");
    expect((await room.enforce("rbacenforce")).asked).toEqual(["GRUA sales"]);
  });

  test.each(["add", "exception"])("is only reported if its group is gone, and the way is %s", async (deficit) => {
    await room.access("ada", "T1");
    await member(await room.role("R", { deficit, entitlements: [account, sales] }), "ada");
    await room.store.transaction(() => room.store.remove("groups", "sales"));
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ state: "ended", people: 0 });
    const report = await invoke(reportDifferences, room.context, operator, { kind: "rbacenforce" });
    expect(report).toMatchObject({ people: 1, differences: 1 });
  });

  test("removes the role for good where the role says so", async () => {
    const roleKey = await room.role("R", { deficit: "removal", condition: "true", entitlements: [sales, staff] });
    for (const request of (await room.enforce("autores")).requests) await room.carryOut(request);
    await room.store.transaction(async () => {
      const of = { userKey: room.keyOf("ada"), kind: "membership" } as const;
      const [first] = await room.store.select("grants", { where: of });
      await room.store.save("grants", { key: first?.key ?? "", endedAt: room.clock.now() });
    });
    const { asked, requests } = await room.enforce("rbacenforce");
    expect(asked).toEqual(["ROLD"]);
    for (const request of requests) await room.carryOut(request);
    expect(await room.members(roleKey)).toEqual(["bob", "cy", "dan"]);
    expect((await room.enforce("autores")).run).toMatchObject({ people: 0 });
    expect(await room.store.select("roleAssignments")).toMatchObject([
      { because: "excluded", userKey: room.keyOf("ada") },
    ]);
  });
});

describe("access that no role of its holder gives", () => {
  test("stays if no role contains it, or if the holder is not enforced", async () => {
    await room.access("ada", "T1", ["admins"]);
    await room.access("bob", "T1", ["sales"]);
    await room.profile("bob", { enforceRoles: "no" });
    await room.role("R", { surplus: "remove", entitlements: [sales] });
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ people: 0 });
  });

  test("is removed; an account goes after its memberships, and stays for others and for what a role needs", async () => {
    await room.access("ada", "T1", ["sales", "staff"]);
    await room.access("bob", "T1", ["sales"]);
    await room.access("cy", "T1");
    await room.access("dan", "T1", ["sales"]);
    await room.role("R", { surplus: "remove", entitlements: [account, sales] });
    await member(await room.role("S", { entitlements: [staff] }), "bob");
    await room.profile("dan", { enforceRoles: "false" });
    await room.store.transaction(() => room.store.remove("userAttributes", "dan enforceRoles"));
    const { asked, requests } = await room.enforce("rbacenforce");
    expect(asked.toSorted()).toEqual(["DELU T1", "GRUD sales", "GRUD sales"]);
    for (const request of requests) await room.carryOut(request);
    const left = await room.store.select("groupMemberships", { orderBy: [["key", "asc"]] });
    expect(left.map(({ key }) => key)).toEqual(["ada-T1-staff", "dan-T1-sales"]);
    expect(await room.store.get("accounts", "cy-T1")).toBeUndefined();
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ people: 0 });
  });

  test("is excepted, removed after a denial, and found again when the exception is ended", async () => {
    await room.access("ada", "T1", ["sales"]);
    await room.access("bob", "T1", ["sales"]);
    await room.role("R", { surplus: "exception", entitlements: [sales] });
    const { asked, requests } = await room.enforce("rbacenforce");
    expect(asked).toEqual(["AESUR sales", "AESUR sales"]);
    const ofAda = requests.find(({ recipientKey }) => recipientKey === room.keyOf("ada"));
    const ofBob = requests.find(({ recipientKey }) => recipientKey === room.keyOf("bob"));
    await decide(ofAda, "approve");
    await room.step(ofAda ?? { key: "" });
    await decide(ofBob, "deny");
    const second = await room.enforce("rbacenforce");
    expect(second.asked).toEqual(["GRUD sales"]);
    expect(second.items).toMatchObject([{ userKey: room.keyOf("bob") }]);
    for (const request of second.requests) await room.carryOut(request);
    expect(await room.store.count("groupMemberships", { accountKey: "bob-T1" })).toBe(0);
    expect((await room.enforce("rbacenforce")).run).toMatchObject({ people: 0 });
    const [exception] = await exceptions();
    await invoke(endException, room.context, operator, { key: exception?.key ?? "", reason: "audit" });
    await expect(
      invoke(endException, room.context, operator, { key: exception?.key ?? "", reason: "audit" }),
    ).rejects.toMatchObject({ code: "EXCEPTION_ENDED" });
    expect((await room.enforce("rbacenforce")).asked).toEqual(["AESUR sales"]);
  });

  test("asks for the role that gives the fewest further accesses", async () => {
    await room.access("ada", "T1", ["sales"]);
    const large = { surplus: "request", entitlements: [sales, staff] };
    await room.role("A", large);
    await room.role("B", { surplus: "request", entitlements: [account, sales] });
    const { requests } = await room.enforce("rbacenforce");
    const [operation] = await room.operations(requests[0] ?? { key: "" });
    expect((await room.store.get("roles", operation?.roleKey ?? ""))?.id).toBe("B");
    expect(requests).toMatchObject([{ status: "W", origin: "rbacenforce" }]);
  });

  test("stays with the role that was approved for it, which autores does not take again", async () => {
    await room.access("ada", "T1", ["sales"]);
    const roleKey = await room.role("R", { surplus: "request", entitlements: [sales, staff] });
    const { requests } = await room.enforce("rbacenforce");
    await decide(requests[0], "approve");
    await room.carryOut(requests[0] ?? { key: "" });
    expect(await room.members(roleKey)).toEqual(["ada"]);
    for (const kind of ["autores", "rbacenforce", "autores"] as const)
      expect((await room.enforce(kind)).run).toMatchObject({ state: "ended", people: 0 });
    expect(await room.store.select("roleAssignments")).toMatchObject([
      { because: "request", userKey: room.keyOf("ada"), roleKey, createdBy: null, until: null },
    ]);
  });

  test("leaves the decision to people where roles disagree", async () => {
    await room.access("ada", "T1", ["sales"]);
    await room.role("A", { surplus: "remove", entitlements: [sales] });
    await room.role("B", { surplus: "request", entitlements: [sales] });
    expect((await room.enforce("rbacenforce")).asked).toEqual(["AESUR sales"]);
  });
});

// @specification 2.option.accounts-mandatory
test("an account that a target system asks of everybody is created for everybody who is present", async () => {
  await room.store.transaction(async () => {
    const of = { targetSystemId: "T2", name: "userAccountsMandatory" };
    const [option] = await room.store.select("targetSystemOptions", { where: of });
    await room.store.save("targetSystemOptions", { key: option?.key ?? "option", ...of, value: true, type: "boolean" });
    await room.store.save("users", { key: room.keyOf("dan"), disabled: true });
    for (const { key } of await room.store.select("userAttributes")) await room.store.remove("userAttributes", key);
  });
  await room.access("cy", "T2");
  const { asked, requests } = await room.enforce("rbacenforce");
  expect(asked).toEqual(["ACUA T2", "ACUA T2"]);
  for (const request of requests) await room.carryOut(request);
  expect((await room.enforce("rbacenforce")).run).toMatchObject({ people: 0 });
});

test("removals beyond the limit wait for a confirmation, and only what it has shown is removed", async () => {
  for (const id of ["ada", "bob", "cy"]) await room.access(id, "T1", ["sales"]);
  await room.role("R", { surplus: "remove", entitlements: [sales] });
  const { run, items, asked } = await room.enforce("rbacenforce");
  expect(run).toMatchObject({
    state: "confirming",
    removals: 3,
    largeRemovals: [{ of: "group", key: "sales", gone: 3, known: 3 }],
  });
  expect([items.length, asked]).toEqual([3, []]);
  // What has changed meanwhile is not removed.
  await room.store.transaction(() => room.store.remove("groupMemberships", "ada-T1-sales"));
  await invoke(confirmEnforcement, room.context, operator, { key: run.key });
  await expect(invoke(confirmEnforcement, room.context, operator, { key: run.key })).rejects.toMatchObject({
    code: "ENFORCEMENT_NOT_WAITING",
  });
  await room.steps();
  const after = await room.runOf(run.key);
  expect(after.run).toMatchObject({ state: "ended", submitted: 2, waiting: 0 });
  expect(after.asked).toEqual(["GRUD sales", "GRUD sales"]);
});

test("an account that everybody must have is created as the role of a person says", async () => {
  await room.store.transaction(async () => {
    const of = { targetSystemId: "T2", name: "userAccountsMandatory" };
    const [option] = await room.store.select("targetSystemOptions", { where: of });
    await room.store.save("targetSystemOptions", { key: option?.key ?? "option", ...of, value: true, type: "boolean" });
    await room.store.save("targetSystemAttributeDefinitions", {
      key: "title",
      targetSystemId: "T2",
      attribute: "title",
      discoveredObjectType: "user",
    });
  });
  const withTitle = { kind: "account", targetSystemKey: "T2", attributes: { title: "Manager" } };
  await member(await room.role("R", { deficit: "add", entitlements: [withTitle] }), "ada");
  const { asked, requests } = await room.enforce("rbacenforce");
  expect(asked).toEqual(["ACUA T2", "ACUA T2", "ACUA T2", "ACUA T2"]);
  const attributes = new Map<string, unknown>();
  for (const request of requests)
    for (const one of await room.operations(request)) attributes.set(request.recipientKey, one.attributes);
  expect(attributes.get(room.keyOf("ada"))).toEqual({ title: ["Manager"] });
  expect(attributes.get(room.keyOf("bob"))).toEqual({});
});

describe("small removals one after another", () => {
  const crowd = ["cy", "dan", ...Array.from({ length: 59 }, (_, index) => `p${index}`)];
  let roleKey: string;

  beforeEach(async () => {
    await room.close();
    room = await openEnforcementRoom(crowd);
    roleKey = await room.role("R", {});
    await room.store.transaction(async () => {
      for (const id of crowd) await room.store.add("roleMembers", { key: `${id} R`, roleKey, userKey: room.keyOf(id) });
    });
  });
  const remove = (from: number, to: number) =>
    room.enforce("autores", { userKeys: crowd.slice(from, to).map((id) => room.keyOf(id)) });
  const large = (gone: number, known: number) => ({
    state: "confirming",
    largeRemovals: [{ of: "role", key: roleKey, gone, known }],
  });

  test("wait for a confirmation like a large one, once they are as many", async () => {
    expect((await remove(0, 30)).run).toMatchObject({ state: "ended", largeRemovals: null });
    expect((await remove(30, 50)).run).toMatchObject({ state: "ended", largeRemovals: null });
    const third = await remove(50, 51);
    expect(third.run).toMatchObject(large(51, 111));
    // Whoever confirms has seen them all, and the next ones count anew.
    await invoke(confirmEnforcement, room.context, operator, { key: third.run.key });
    await room.steps();
    expect((await remove(51, 52)).run).toMatchObject({ state: "ended", largeRemovals: null });
  });

  test("count apart from those of the night before", async () => {
    expect((await remove(0, 50)).run).toMatchObject({ state: "ended" });
    room.clock.advance(24 * 3_600_000 - 60_000);
    expect((await remove(50, 60)).run).toMatchObject({ state: "ended", largeRemovals: null });
  });
});

test("a new run over everybody replaces one that waits for a confirmation", async () => {
  for (const id of ["ada", "bob", "cy"]) await room.access(id, "T1", ["sales"]);
  await room.role("R", { surplus: "remove", entitlements: [sales] });
  const first = await room.enforce("rbacenforce");
  const second = await room.enforce("rbacenforce");
  expect(second.run).toMatchObject({ state: "confirming", people: 3 });
  expect(await room.runOf(first.run.key)).toMatchObject({ run: { state: "stopped" } });
});
