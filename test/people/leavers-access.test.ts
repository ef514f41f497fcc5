import { afterEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import type { LeaverAccess } from "#domain/requests/leaver-access.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { updateUser } from "#operations/users/change-users.ts";
import { leave } from "#operations/users/leave.ts";
import { enableUser } from "#operations/users/set-disabled.ts";
import { namedObject } from "#test/support/named-object.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

const dayMs = 86_400_000;
let room: RequestRoom;
afterEach(() => room.close());

const admin = () => ({ ...room.as("dan"), superuser: true });

/** Opens a room in which ada, whose manager is bob, has an account, a membership that nobody requested and one through a nested group. */
async function open(leaverAccess?: LeaverAccess, { hasManager = true } = {}): Promise<void> {
  room = await openRequestRoom({}, { leaverAccessDays: 5, ...(leaverAccess && { leaverAccess }) });
  await room.store.transaction(async () => {
    if (hasManager) await room.store.save("users", { key: room.keyOf("ada"), managerKey: room.keyOf("bob") });
    await room.store.save("accounts", { key: "acc", ...namedObject("ada"), userKey: room.keyOf("ada") });
    await room.store.save("accounts", { key: "other", ...namedObject("cy"), userKey: room.keyOf("cy") });
    for (const name of ["staff", "nested"]) await room.store.save("groups", { key: name, ...namedObject(name) });
    const member = { accountKey: "acc" };
    await room.store.add("groupMemberships", { key: "m1", groupKey: "staff", ...member });
    await room.store.add("groupMemberships", { key: "m2", groupKey: "nested", throughGroup: "inner", ...member });
  });
}

async function hub(): Promise<void> {
  const options = { context: room.context, signal: new AbortController().signal };
  for (let handled = 1; handled > 0;) {
    handled = 0;
    for (const kind of ["user", "leavingStep", "request", "grant"] as const)
      handled += await handleMoments(options, kind);
  }
}
const leaves = async () => {
  await invoke(leave, room.context, admin(), { key: room.keyOf("ada") });
  await hub();
};
const returns = async () => {
  await invoke(updateUser, room.context, admin(), { key: room.keyOf("ada"), endsAt: null });
  await invoke(enableUser, room.context, admin(), { key: room.keyOf("ada") });
  await hub();
};
const days = async (count: number) => {
  room.clock.advance(count * dayMs);
  await hub();
};
const ends = async () => {
  const grants = await room.store.select("grants", {
    where: { userKey: room.keyOf("ada") },
    orderBy: [["key", "asc"]],
  });
  return grants.filter(({ until }) => until !== null).length;
};
const step = async () => {
  const where = { userKey: room.keyOf("ada"), step: "access" } as const;
  const [row] = await room.store.select("leavingSteps", { where });
  return [row?.state, row?.items];
};
const removal = async () => {
  const [row] = await room.store.select("reqbatch", { where: { recipientKey: room.keyOf("ada"), direct: false } });
  return row;
};
const decide = async (decision: "approve" | "deny", id = "bob") => {
  const { key = "" } = (await removal()) ?? {};
  await room.decide(id, { key }, { phase: 1, decision });
  await hub();
  const { findings } = await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key });
  expect(findings).toEqual([]);
};
const endings = () => room.store.select("requestOperations", { where: { code: "DELU" } });

describe("the access of a leaver", () => {
  test("stays with keep", async () => {
    await open("keep");
    await leaves();
    expect(await step()).toEqual(["done", 0]);
    await days(40);
    expect([await ends(), await removal()]).toEqual([0, undefined]);
  });

  test("ends at once, but for that through a nested group and that of others, and is taken away until it is gone", async () => {
    await open("at-once");
    await leaves();
    expect(await step()).toEqual(["done", 2]);
    expect(await ends()).toBe(2);
    const [deletion] = await endings();
    expect(deletion).toMatchObject({ accountKey: "acc" });
    const request = { key: deletion?.requestKey ?? "" };
    await room.step(request);
    await room.answer(deletion?.key ?? "", { result: "S" });
    await room.step(request);
    const grants = await room.store.select("grants", { where: { userKey: room.keyOf("ada") } });
    expect(grants.filter(({ endedAt }) => endedAt === null)).toEqual([]);
    expect(await room.store.count("grants", { userKey: room.keyOf("cy"), endedAt: null })).toBe(1);
  });

  test("ends also where a request gives it that had begun before", async () => {
    await open("at-once");
    const request = await room.submit([{ code: "ACUA", targetSystemKey: "T1", attributes: { shortId: ["late"] } }]);
    await room.step(request);
    await leaves();
    expect(await step()).toEqual(["open", 2]);
    const [creation] = await room.operations(request);
    await room.answer(creation?.key ?? "", { result: "S", object: { id: "late", name: "late", attributes: {} } });
    await room.step(request);
    expect((await room.row(request)).status).toBe("C");
    expect(await ends()).toBe(2);
    await days(1);
    expect([await step(), await ends()]).toEqual([["done", 3], 3]);
  });

  test("ends after days, and stays whole for who has returned before", async () => {
    await open("after-days");
    await leaves();
    await days(4);
    expect([await step(), await ends()]).toEqual([["open", 0], 0]);
    await returns();
    await days(4);
    expect([await step(), await ends()]).toEqual([["stopped", 0], 0]);
    await leaves();
    await days(5);
    expect([await step(), await ends()]).toEqual([["done", 2], 2]);
  });

  test("ends by default once the manager has approved it, who is asked once", async () => {
    await open();
    await leaves();
    await days(1);
    expect([await step(), await ends()]).toEqual([["open", 0], 0]);
    expect(await room.store.count("reqbatch", { recipientKey: room.keyOf("ada"), direct: false })).toBe(1);
    expect(await room.operations({ key: (await removal())?.key ?? "" })).toMatchObject([
      { code: "ACEN", targetSystemKey: "T1" },
    ]);
    await expect(decide("approve", "cy")).rejects.toThrow();
    await decide("approve");
    expect(await ends()).toBe(2);
    await days(1);
    expect((await step())[0]).toBe("done");
    expect(await room.store.select("sesslog_full", { where: { operation: "ACEN" } })).toMatchObject([
      { result: "S", recipient: room.keyOf("ada") },
    ]);
  });

  test("stays if the manager denies the end, or the person returns before: then the request is cancelled", async () => {
    await open("after-approval");
    await leaves();
    await days(1);
    await returns();
    expect(await removal()).toMatchObject({ status: "K" });
    expect([await step(), await ends()]).toEqual([["stopped", 0], 0]);
    await room.store.transaction(() =>
      room.store.save("users", { key: room.keyOf("ada"), managerKey: room.keyOf("cy") }),
    );
    await leaves();
    await days(1);
    const [asked] = await room.store.select("reqbatch", { where: { recipientKey: room.keyOf("ada"), status: "W" } });
    await room.decide("cy", { key: asked?.key ?? "" }, { phase: 1, decision: "deny" });
    await days(40);
    expect([await step(), await ends()]).toEqual([["done", 0], 0]);
  });

  test("ends after days where there is no manager who could decide, or nobody has", async () => {
    await open("after-approval", { hasManager: false });
    await leaves();
    await days(4);
    expect([await step(), await ends(), await removal()]).toEqual([["open", 0], 0, undefined]);
    await days(1);
    expect([await step(), await ends()]).toEqual([["done", 2], 2]);
  });

  test("ends after days where its two managers manage each other and both leave: neither decides for themselves", async () => {
    await open("after-approval");
    await room.store.transaction(() =>
      room.store.save("users", { key: room.keyOf("bob"), managerKey: room.keyOf("ada") }),
    );
    await leaves();
    await days(1);
    expect(await removal()).toMatchObject({ status: "W" });
    await invoke(leave, room.context, admin(), { key: room.keyOf("bob") });
    await hub();
    expect(await removal()).toMatchObject({ status: "D" });
    expect(await ends()).toBe(0);
    await days(4);
    expect([await step(), await ends()]).toEqual([["done", 2], 2]);
  });

  test("ends once the request for it has expired", async () => {
    await open("after-approval");
    await leaves();
    await days(1);
    expect(await removal()).toMatchObject({ status: "W" });
    await days(31);
    expect(await removal()).toMatchObject({ status: "E" });
    await days(1);
    expect([await step(), await ends()]).toEqual([["done", 2], 2]);
  });
});

test("the end of all access of a leaver is nothing that people can request", async () => {
  await open();
  await expect(room.submit([{ code: "ACEN", targetSystemKey: "T1" }])).rejects.toMatchObject({
    code: "OPERATION_CODE_UNKNOWN",
  });
});
