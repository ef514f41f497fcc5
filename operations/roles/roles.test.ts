import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { namedObject } from "#test/support/named-object.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { assignRole } from "./change-assignments.ts";
import { setRoleOwners } from "./change-owners.ts";
import { addRole, discardDraft, removeRole, retireRole, setRolePhases, updateRole } from "./change-roles.ts";
import { putRoleInForce } from "./put-in-force.ts";

let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["dan"] }], T2: [{ authorizers: ["dan"] }] } });
  await room.store.transaction(async () => {
    for (const id of ["staff", "sales"])
      await room.store.save("groups", { key: id, ...namedObject(id), managed: true });
    await room.store.save("groups", { key: "loose", ...namedObject("loose"), managed: false });
  });
});
afterEach(() => room.close());

const operator = engineCaller("cli", "operator");
const moments = () => handleMoments({ context: room.context, signal: new AbortController().signal }, "grant");
const membership = (groupKey: string) => ({ kind: "membership", groupKey }) as const;
const account = (targetSystemKey: string, attributes = {}) =>
  ({ kind: "account", targetSystemKey, attributes }) as const;

async function newRole(id: string, draft: object, { phases = ["cy"] } = {}): Promise<string> {
  const { key } = await invoke(addRole, room.context, operator, { id, draft });
  const authorizationPhases = phases.map((name, index) => ({
    sequence: index + 1,
    minApprovals: 1,
    authorizers: [{ userKey: room.keyOf(name) }],
  }));
  await invoke(setRolePhases, room.context, operator, { key, authorizationPhases });
  return key;
}

async function roleInForce(id: string, draft: object, options = {}): Promise<string> {
  const key = await newRole(id, draft, options);
  await invoke(putRoleInForce, room.context, operator, { key });
  return key;
}

const content = (roleKey: string) => room.store.select("roleEntitlements", { where: { roleKey } });
const members = (roleKey: string) => room.store.select("roleMembers", { where: { roleKey } });
const grants = () =>
  room.store.select("grants", {
    where: { endedAt: null },
    orderBy: [
      ["kind", "asc"],
      ["groupKey", "desc"],
    ],
  });
const approve = (request: { readonly key: string }) => room.decide("cy", request, { phase: 1, decision: "approve" });

/** Has the proxy carry out what of a request can be carried out now. */
async function carryOut(request: { readonly key: string }): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await room.step(request);
    const open = (await room.operations(request)).filter(({ result, sends }) => result === "P" && sends === 0);
    for (const { key, code } of open)
      await room.answer(key, {
        result: "S",
        ...(code === "ACUA" && { object: { id: `id-${key}`, name: "ada", attributes: {} } }),
      });
  }
}

describe("the content of a role", () => {
  test.each([
    [
      "a target system that is not there",
      { entitlements: [account("T9")] },
      "entitlements/0/targetSystemKey names no target system",
    ],
    ["a group that is not managed", { entitlements: [membership("loose")] }, "isn't managed"],
    ["a group that is not there", { entitlements: [membership("none")] }, "names no group"],
    ["a role that is not there", { entitlements: [{ kind: "role", roleKey: "none" }] }, "names no role"],
    [
      "the same thing twice",
      { entitlements: [membership("staff"), membership("staff")] },
      "entitlements/1 stands twice",
    ],
    ["an attribute without a definition", { entitlements: [account("T1", { title: "x" })] }, "is not defined on 'T1'"],
    ["a condition that reads roles", { condition: "roles/any(r:r/id eq 'X')" }, "reads 'roles'"],
    [
      "a condition that reads roles by a roundabout way",
      { condition: "accounts/any(a:a/user/roles/any(r:r/id eq 'X'))" },
      "reads 'roles'",
    ],
    ["a condition that asks for the time", { condition: "endsAt lt now()" }, "asks for the time"],
    [
      "a condition on an unknown class",
      { condition: "classes/any(c:c/id eq 'NOBODY')" },
      "no user class is named 'NOBODY'",
    ],
  ])("is not put in force with %s", async (_what, draft, message) => {
    const key = await newRole("R", draft);
    await expect(invoke(putRoleInForce, room.context, operator, { key })).rejects.toThrow(message);
    expect(await room.store.get("roles", key)).toMatchObject({ state: "draft", number: null });
  });

  test("names the kind and its key, and attributes for accounts alone", async () => {
    const add = (entitlement: object) => newRole("R", { entitlements: [entitlement] });
    await expect(add({ kind: "account", groupKey: "staff" })).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await expect(add({ kind: "membership", groupKey: "staff", attributes: { a: "b" } })).rejects.toMatchObject({
      code: "INPUT_INVALID",
    });
  });

  test("may contain roles, but never itself, over others either", async () => {
    const inner = await roleInForce("INNER", { entitlements: [membership("staff")] });
    const middle = await roleInForce("MIDDLE", {
      entitlements: [{ kind: "role", roleKey: inner }, membership("sales")],
    });
    const outer = await roleInForce("OUTER", { entitlements: [{ kind: "role", roleKey: middle }] });
    const ways = (await content(outer)).map(({ kind, throughRoleKey }) => `${kind} ${throughRoleKey}`).toSorted();
    expect(ways).toEqual([`membership ${middle}`, `membership ${middle}`, `role ${middle}`, "role null"]);
    await invoke(updateRole, room.context, operator, {
      key: inner,
      draft: { entitlements: [membership("staff"), { kind: "role", roleKey: outer }] },
    });
    await expect(invoke(putRoleInForce, room.context, operator, { key: inner })).rejects.toThrow(
      "'INNER' → 'OUTER' → 'MIDDLE' → 'INNER'",
    );
    // What an inner role gains, the outer ones have as well.
    await invoke(updateRole, room.context, operator, {
      key: inner,
      draft: { entitlements: [membership("staff"), account("T2")] },
    });
    await invoke(putRoleInForce, room.context, operator, { key: inner });
    expect((await content(outer)).map(({ targetSystemKey }) => targetSystemKey)).toContain("T2");
    await expect(invoke(retireRole, room.context, operator, { key: inner })).rejects.toThrow(
      "the role 'MIDDLE' contains it",
    );
  });

  test("stays in force while the next version is prepared, which can be read, discarded and put in force", async () => {
    const key = await roleInForce("R", { description: "first", entitlements: [membership("staff")] });
    await invoke(updateRole, room.context, operator, { key, draft: { description: "second", entitlements: [] } });
    expect(await content(key)).toHaveLength(1);
    await expect(invoke(putRoleInForce, room.context, operator, { key, number: 1 })).rejects.toMatchObject({
      code: "ROLE_CHANGED",
    });
    await invoke(discardDraft, room.context, operator, { key });
    await expect(invoke(putRoleInForce, room.context, operator, { key })).rejects.toMatchObject({
      code: "ROLE_DRAFT_MISSING",
    });
    await invoke(updateRole, room.context, operator, { key, draft: { description: "second" } });
    await invoke(putRoleInForce, room.context, operator, { key, number: 2 });
    expect(await room.store.get("roles", key)).toMatchObject({ description: "second", number: 2, state: "inForce" });
    const versions = await room.store.select("roleVersions", { where: { roleKey: key }, orderBy: [["number", "asc"]] });
    expect(versions.map(({ state }) => state)).toEqual(["retired", "inForce"]);
    await invoke(retireRole, room.context, operator, { key });
    expect(await content(key)).toEqual([]);
    await invoke(removeRole, room.context, operator, { key });
    expect(await room.store.count("roleVersions", { roleKey: key })).toBe(0);
  });

  test("is prepared by owners, who can neither put it in force nor make themselves members", async () => {
    const key = await roleInForce("R", { entitlements: [membership("staff")] });
    const draft = { entitlements: [membership("staff"), membership("sales")] };
    await expect(invoke(updateRole, room.context, room.as("bob"), { key, draft })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await invoke(setRoleOwners, room.context, operator, { key, userKeys: [room.keyOf("bob")] });
    await invoke(updateRole, room.context, room.as("bob"), { key, draft });
    const named = { roleKey: key, userKey: room.keyOf("bob"), because: "named", reason: "I own it" } as const;
    await expect(invoke(putRoleInForce, room.context, room.as("bob"), { key })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(invoke(assignRole, room.context, room.as("bob"), named)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await content(key)).toHaveLength(1);
  });

  test("is not chosen by what others than superusers can write, unless that is accepted", async () => {
    await room.store.transaction(async () => {
      await room.store.save("targetSystems", { id: "T1", sourceOfProfiles: true });
      await room.store.save("targetSystemAttributeDefinitions", {
        key: "d1",
        targetSystemId: "T1",
        attribute: "dept",
        discoveredObjectType: "user",
        mappedAttribute: "department",
        loadFromTarget: true,
      });
    });
    const key = await newRole("R", { condition: "attributes/any(a:a/name eq 'department' and a/value eq 'IT')" });
    await expect(invoke(putRoleInForce, room.context, operator, { key })).rejects.toMatchObject({
      code: "ROLE_CONDITION_WRITABLE",
      message: expect.stringContaining("anybody can request 'dept' on 'T1'"),
    });
    const { reads } = await invoke(putRoleInForce, room.context, operator, { key, force: true });
    expect(reads).toMatchObject([{ fact: "the attribute 'department'", writers: [expect.stringContaining("'dept'")] }]);
    const timed = await newRole("T", { condition: "endsAt eq null" });
    await expect(invoke(putRoleInForce, room.context, operator, { key: timed })).rejects.toMatchObject({
      code: "ROLE_CONDITION_WRITABLE",
      message: expect.stringContaining("the policy 'users_post_extend' allows it to others"),
    });
    const other = await newRole("S", { condition: "attributes/any(a:a/name eq 'costCentre' and a/value eq '7')" });
    expect(await invoke(putRoleInForce, room.context, operator, { key: other })).toMatchObject({
      reads: [{ fact: "the attribute 'costCentre'", writers: [] }],
    });
  });
});

describe("a request for a role", () => {
  test("is refused for a role without phases, for one not in force, and with parts of its own", async () => {
    const draft = await newRole("DRAFT", {});
    await expect(room.submit([{ code: "ROLA", roleKey: draft }])).rejects.toMatchObject({ code: "ROLE_NOT_IN_FORCE" });
    await expect(room.submit([{ code: "ROLA" }])).rejects.toMatchObject({ code: "OPERATION_FIELD_MISSING" });
    await expect(room.submit([{ code: "ROLA", roleKey: "none" }])).rejects.toMatchObject({ code: "ROLE_UNKNOWN" });
    const alone = await roleInForce("ALONE", { entitlements: [membership("staff")] }, { phases: [] });
    await expect(room.submit([{ code: "ROLA", roleKey: alone }])).rejects.toMatchObject({ code: "PHASES_MISSING" });
    const role = await roleInForce("ROLE", { entitlements: [account("T1")] });
    const smuggled = { code: "GRUA", targetSystemKey: "T1", groupKey: "staff", roleKey: role };
    await expect(room.submit([{ code: "ROLA", roleKey: role }, smuggled])).rejects.toMatchObject({
      code: "ROLE_CHANGED",
    });
    // A second account, with a name of the caller's choice, is nothing that the role gives.
    const second = { code: "ACUA", targetSystemKey: "T1", roleKey: role, attributes: { shortId: ["root"] } };
    for (const operations of [
      [{ code: "ROLA", roleKey: role }, second],
      [second, { code: "ROLA", roleKey: role }],
    ])
      await expect(room.submit(operations)).rejects.toMatchObject({ code: "ROLE_CHANGED" });
    await expect(room.submit([{ ...smuggled, code: "ACUA", groupKey: null }])).rejects.toThrow("takes no roleKey");
    await expect(room.submit([{ code: "ROLA", roleKey: role, targetSystemKey: "T1" }])).rejects.toMatchObject({
      code: "OPERATION_FIELD_UNFIT",
    });
  });

  test("asks the phases of the role alone, and gives what its recipient lacks", async () => {
    const role = await roleInForce("ROLE", { entitlements: [membership("staff"), account("T2")] });
    const request = await room.submit([{ code: "ROLA", roleKey: role }]);
    const codes = (await room.operations(request)).map(({ code, targetSystemKey, roleKey }) => [
      code,
      targetSystemKey,
      roleKey,
    ]);
    expect(codes.toSorted()).toEqual([
      ["ACUA", "T1", role],
      ["ACUA", "T2", role],
      ["GRUA", "T1", role],
      ["ROLA", null, role],
    ]);
    expect(await room.store.select("requestPhases", { where: { requestKey: request.key } })).toMatchObject([
      { resourceType: "role", resourceKey: role, targetSystemKey: null },
    ]);
    await approve(request);
    await carryOut(request);
    expect(await room.row(request)).toMatchObject({ status: "C" });
    expect(await members(role)).toMatchObject([{ userKey: room.keyOf("ada") }]);
    expect(await grants()).toMatchObject([
      { kind: "account", because: "role", roleKey: role },
      { kind: "account", because: "role", roleKey: role },
      { kind: "membership", because: "role", roleKey: role },
    ]);
    const findings = (await invoke(replayRequest, room.context, operator, { key: request.key })).findings;
    expect(findings).toEqual([]);
    await expect(room.submit([{ code: "ROLA", roleKey: role }])).rejects.toMatchObject({ code: "ROLE_HELD" });
  });

  test("is denied as a whole, and nothing of the role is given", async () => {
    const role = await roleInForce("ROLE", { entitlements: [account("T2")] });
    const request = await room.submit([{ code: "ROLA", roleKey: role }]);
    await room.decide("cy", request, { phase: 1, decision: "deny" });
    expect(await room.row(request)).toMatchObject({ status: "D" });
    expect(await members(role)).toEqual([]);
    expect(await grants()).toEqual([]);
  });

  test("to remove it ends what only the role gave", async () => {
    const one = await roleInForce("ONE", { entitlements: [membership("staff")] });
    const two = await roleInForce("TWO", { entitlements: [membership("staff"), membership("sales")] });
    for (const roleKey of [two, one]) {
      const request = await room.submit([{ code: "ROLA", roleKey }]);
      await approve(request);
      await carryOut(request);
    }
    const request = await room.submit([{ code: "ROLD", roleKey: two }]);
    await approve(request);
    await room.step(request);
    expect(await room.row(request)).toMatchObject({ status: "C" });
    expect(await members(two)).toEqual([]);
    await moments();
    // The other role keeps the account and its own membership.
    const ending = await room.store.select("requestOperations", { where: { code: "GRUD" } });
    expect(ending).toMatchObject([{ groupKey: "sales" }]);
    expect(await room.store.count("requestOperations", { code: "DELU" })).toBe(0);
    expect(await grants()).toMatchObject([
      { kind: "account", roleKey: one },
      { kind: "membership", groupKey: "staff", roleKey: one },
      { kind: "membership", groupKey: "sales" },
    ]);
    await expect(room.submit([{ code: "ROLD", roleKey: two }])).rejects.toMatchObject({ code: "ROLE_NOT_HELD" });
  });

  test("is refused for whoever is excluded, and removal for whoever the condition chooses", async () => {
    const role = await roleInForce("ROLE", { condition: "id eq 'ada'" });
    const exclusion = {
      roleKey: role,
      userKey: room.keyOf("ada"),
      because: "excluded",
      reason: "leaves the team",
    } as const;
    const request = await room.submit([{ code: "ROLA", roleKey: role }]);
    await approve(request);
    await room.step(request);
    expect(await members(role)).toHaveLength(1);
    await expect(room.submit([{ code: "ROLD", roleKey: role }])).rejects.toMatchObject({ code: "ROLE_CHOSEN" });
    await invoke(assignRole, room.context, operator, exclusion);
    await expect(room.submit([{ code: "ROLA", roleKey: role }])).rejects.toMatchObject({ code: "ROLE_EXCLUDED" });
  });

  test("keeps access of the role that another reason gave only until its time", async () => {
    const timed = await room.submit([{ code: "ACUA", targetSystemKey: "T2", forHours: 1 }]);
    await room.decide("dan", timed, { phase: 1, decision: "approve" });
    await carryOut(timed);
    const role = await roleInForce("ROLE", { entitlements: [account("T2")] });
    const request = await room.submit([{ code: "ROLA", roleKey: role }]);
    expect(await room.operations(request)).toHaveLength(1);
    await approve(request);
    await room.step(request);
    room.clock.advance(2 * 3_600_000);
    await moments();
    expect(await grants()).toMatchObject([{ kind: "account", because: "role", roleKey: role, until: null }]);
    expect(await room.store.count("requestOperations", { code: "DELU" })).toBe(0);
  });
});
