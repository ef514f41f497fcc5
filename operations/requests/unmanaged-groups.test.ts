import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";
import { updateGroup } from "#operations/groups/change-groups.ts";
import { manageGroup, unmanageGroup } from "#operations/groups/manage-groups.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { resetPolicy } from "#operations/policies/reset-policy.ts";
import { setPolicy } from "#operations/policies/set-policy.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { edit } from "./edit.ts";
import { resubmit } from "./resubmit.ts";
import { sendBack } from "./send-back.ts";
import { submit } from "./submit.ts";

let room: RequestRoom;
let counter = 0;
let group: string;
let account: string;
const root = () => ({ ...room.as("dan"), superuser: true });

beforeAll(async () => {
  room = await openRequestRoom({
    targets: { ASKS: [{ authorizers: ["bob"], mayEdit: true }], AUTO: [] },
    capabilities: ["update", "addMember", "removeMember", "addOwner", "removeOwner"],
    attributes: ["mail", "groups", { attribute: "note", of: "group" }],
    guardedAttributes: [{ name: "groups", of: "account", effect: "memberships", names: "groupIds" }],
  });
});
afterAll(() => room.close());
beforeEach(async () => {
  counter += 1;
  group = `staff-${counter}`;
  account = `account-${counter}`;
  await room.store.transaction(async () => {
    for (const [target, suffix] of [
      ["ASKS", ""],
      ["AUTO", "-auto"],
    ] as const) {
      const ids = (name: string) => ({
        key: name + suffix,
        targetSystemKey: target,
        stableId: name,
        longId: name,
        shortId: name,
        displayId: name,
      });
      await room.store.save("groups", { ...ids(group), managed: true, managedBy: "option" });
      await room.store.save("accounts", { ...ids(account), userKey: room.keyOf("ada") });
    }
  });
});

const membership = (code: string) => ({ code, targetSystemKey: "ASKS", groupKey: group, accountKey: account });
const writes = (attributes: object) => ({ code: "UPDA", targetSystemKey: "ASKS", accountKey: account, attributes });
const unmanage = (key = group) => invoke(unmanageGroup, room.context, root(), { key });
const manage = () => invoke(manageGroup, room.context, root(), { key: group });
const approve = (request: { key: string }) => room.decide("bob", request, { phase: 1, decision: "approve" });
const asRoot = (operations: readonly object[]) =>
  invoke(submit, room.context, root(), { recipientKey: room.keyOf("ada"), operations });
const told = (name: string) => expect.stringContaining(`the group '${name}' is no longer managed`);

async function join(code: string): Promise<void> {
  if (code !== "GRUD") return;
  const row = { key: `member-${counter}`, groupKey: group, accountKey: account, shownByTarget: true };
  await room.store.transaction(() => room.store.save("groupMemberships", row));
}

describe("a group that is no longer managed when a request for it is approved", () => {
  test.each(["GRUA", "GRUD", "GROA", "GROD"])("is left alone by %s, in words", async (code) => {
    await join(code);
    const request = await room.submit([membership(code), writes({ mail: "a@example.test" })]);
    await unmanage();
    await approve(request);
    const [left, other] = await room.operations(request);
    expect(left).toMatchObject({ result: "X", sends: 0, errorCode: null, errorMessage: told(group) });
    expect(left?.finishedAt).toBe(room.clock.now());
    // What does not concern the group goes on.
    expect(other).toMatchObject({ result: "P" });
  });

  test("ends the request if there is nothing else in it", async () => {
    const request = await room.submit([membership("GRUA")]);
    await unmanage();
    await approve(request);
    expect(await room.row(request)).toMatchObject({ status: "C", active: false });
  });

  test("is not joined by an attribute either", async () => {
    const request = await room.submit([writes({ groups: [group] })]);
    await unmanage();
    await approve(request);
    expect((await room.operations(request))[0]).toMatchObject({ result: "X", errorMessage: told(group) });
  });

  test("is not joined by a request that waits for its start", async () => {
    const startAt = room.clock.now() + 60_000;
    const request = await room.submit([membership("GRUA")], { startAt });
    await approve(request);
    expect((await room.row(request)).status).toBe("S");
    await unmanage();
    room.clock.advance(60_000);
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect((await room.operations(request))[0]).toMatchObject({ result: "X", errorMessage: told(group) });
  });

  test("is joined if it is managed again by then", async () => {
    const request = await room.submit([membership("GRUA")]);
    await unmanage();
    await manage();
    await approve(request);
    expect((await room.operations(request))[0]).toMatchObject({ result: "P" });
  });
});

test("what was handed out goes on, with its retries", async () => {
  const request = await room.submit([membership("GRUA")]);
  await approve(request);
  await unmanage();
  const [operation] = await room.operations(request);
  const key = operation?.key ?? "";
  await room.answer(key, { result: "F", code: "unreachable", message: "no route" });
  await room.step(request, { ended: [{ operationKeys: [key], failure: null }] });
  room.clock.advance(10_000);
  expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ operationKeys: [key] }] });
  await room.answer(key, { result: "S" });
  expect((await room.operations(request))[0]).toMatchObject({ result: "S" });
});

describe("who may manage groups", () => {
  test("is who the action allows, where the options of the target system are for others", async () => {
    const key = `${group}-auto`;
    await unmanage(key);
    const operation = { code: "GRUA", targetSystemKey: "AUTO", groupKey: key, accountKey: `${account}-auto` };
    await expect(room.submit([operation])).rejects.toMatchObject({ code: "GROUP_NOT_MANAGED" });
    const expression = "principal.id == 'ada' || IsSuperuser()";
    const names = [policyOf.action("groups/manage"), policyOf.get("groups")] as const;
    const [manages, sees] = names;
    await invoke(setPolicy, room.context, root(), { key: manages, expression });
    // Who may not see the group may not manage it.
    await expect(room.submit([operation])).rejects.toMatchObject({ code: "GROUP_NOT_MANAGED" });
    await invoke(setPolicy, room.context, root(), { key: sees, expression });
    await expect(room.submit([operation])).resolves.toMatchObject({ status: "P" });
    for (const name of names) await invoke(resetPolicy, room.context, root(), { key: name });
  });

  test("requests one that is not managed, and it is performed", async () => {
    await unmanage(`${group}-auto`);
    const operation = {
      code: "GRUA",
      targetSystemKey: "AUTO",
      groupKey: `${group}-auto`,
      accountKey: `${account}-auto`,
    };
    const request = await asRoot([operation]);
    expect((await room.operations(request))[0]).toMatchObject({ needsManaged: false });
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("changes one directly", async () => {
    await unmanage();
    const changed = await invoke(updateGroup, room.context, root(), { key: group, attributes: { note: "x" } });
    expect(changed).toMatchObject({ code: "UPDG", needsManaged: false });
    expect(await room.step({ key: changed?.requestKey ?? "" })).toMatchObject({ do: "perform" });
  });
});

describe("an edit after a group is no longer managed", () => {
  test("is refused of an operation about the group, and not of others", async () => {
    const request = await room.submit([membership("GRUA"), writes({ mail: "a@example.test" })]);
    await unmanage();
    const edited = (...operations: object[]) =>
      invoke(edit, room.context, room.as("bob"), { key: request.key, operations });
    await expect(edited({ sequence: 1, attributes: {} })).rejects.toMatchObject({
      code: "GROUP_NOT_MANAGED",
      target: "operations/0/groupKey",
    });
    await expect(edited({ sequence: 2, attributes: { mail: "b@example.test" } })).resolves.toMatchObject({
      changed: [2],
    });
  });

  test("stays possible where the group was not managed before", async () => {
    await unmanage();
    const request = await asRoot([membership("GRUA"), writes({ mail: "a@example.test" })]);
    const operations = [{ sequence: 1, attributes: {} }];
    await expect(invoke(edit, room.context, room.as("bob"), { key: request.key, operations })).resolves.toBeDefined();
  });

  test("resubmitted, the request is decided, and the group is left alone", async () => {
    const request = await room.submit([membership("GRUA")]);
    await invoke(sendBack, room.context, room.as("bob"), { key: request.key, phase: 1, comment: "why?" });
    await unmanage();
    await invoke(resubmit, room.context, room.as("ada"), { key: request.key, comment: "so" });
    await approve(request);
    expect((await room.operations(request))[0]).toMatchObject({ result: "X", errorMessage: told(group) });
  });
});

describe("a group that the option took", () => {
  const managedBy = async (key: string) => (await room.store.get("groups", key))?.managedBy;

  test("stays managed because of the first request that names it, as an operation or as a value", async () => {
    await room.submit([membership("GRUA")]);
    expect(await managedBy(group)).toBe("request");
    const other = `${group}-auto`;
    expect(await managedBy(other)).toBe("option");
    const attributes = { groups: [group] };
    await room.submit([{ code: "UPDA", targetSystemKey: "AUTO", accountKey: `${account}-auto`, attributes }]);
    expect(await managedBy(other)).toBe("request");
  });

  test("is not kept by a direct write, nor by a refused request", async () => {
    await invoke(updateGroup, room.context, root(), { key: group, attributes: { note: "x" } });
    await expect(room.submit([membership("GRUA"), membership("NONE")])).rejects.toBeDefined();
    expect(await managedBy(group)).toBe("option");
  });
});
