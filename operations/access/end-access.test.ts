import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { namedObject } from "#test/support/named-object.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { endGrant } from "./end-grant.ts";

const hourMs = 3_600_000;
let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({}, { accessEndNoticeHours: 24 });
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("ada"), managerKey: room.keyOf("bob") });
    await room.store.save("accounts", { key: "acc", ...namedObject("ada"), userKey: room.keyOf("ada") });
    await room.store.save("groups", { key: "staff", ...namedObject("staff"), managed: true });
  });
});
afterEach(() => room.close());

const addition = { code: "GRUA", targetSystemKey: "T1", accountKey: "acc", groupKey: "staff" };
const moments = () => handleMoments({ context: room.context, signal: new AbortController().signal }, "grant");
const membershipGrants = () =>
  room.store.select("grants", { where: { kind: "membership" }, orderBy: [["from", "asc"]] });
const members = () => room.store.count("groupMemberships", { groupKey: "staff" });
const endings = () =>
  room.store.select("requestOperations", { where: { code: "GRUD" }, orderBy: [["createdAt", "asc"]] });

/** Carries out an operation of a request, as its proxy does. */
async function done(request: { readonly key: string }, result: "S" | "F" = "S"): Promise<void> {
  await room.step(request);
  const [operation] = await room.operations(request);
  await room.answer(
    operation?.key ?? "",
    result === "S" ? { result } : { result, code: "permission", message: "not allowed" },
  );
  await room.step(request);
}

async function give(part: object): Promise<void> {
  await done(await room.submit([{ ...addition, ...part }]));
  await moments();
}

async function endingRequest(): Promise<{ readonly key: string }> {
  const operation = (await endings()).at(-1);
  return { key: operation?.requestKey ?? "" };
}

describe("an end of access", () => {
  test.each([
    [{ code: "GRUD", until: Date.UTC(2031, 0, 1) }, /GRUD gives no access that could end/],
    [{ until: Date.UTC(2031, 0, 1), forHours: 1 }, /two ends of the same access/],
    [{ until: Date.UTC(2029, 0, 1) }, /until has passed/],
  ])("that cannot be is refused: %j", async (part, message) => {
    await expect(room.submit([{ ...addition, ...part }])).rejects.toThrow(message);
  });

  test.each([0, 1.5, 100_000, -1, "1"])("of %j hours is refused", async (forHours) => {
    await expect(room.submit([{ ...addition, forHours }])).rejects.toMatchObject({ code: "INPUT_INVALID" });
  });

  test("is the longest time of the item unless an earlier one is named, and never later", async () => {
    const details = { key: "d", resourceType: "managedGroup", resourceKey: "staff", longestHours: 8 } as const;
    await room.store.transaction(() => room.store.save("catalogueDetails", details));
    const later = { until: room.clock.now() + 9 * hourMs };
    for (const part of [{ forHours: 9 }, later])
      await expect(room.submit([{ ...addition, ...part }])).rejects.toThrow("for 8 hours at most");
    await give({});
    expect(await membershipGrants()).toMatchObject([{ until: room.clock.now() + 8 * hourMs }]);
    await give({ forHours: 2 });
    expect((await membershipGrants()).map(({ until }) => until)).toContain(room.clock.now() + 2 * hourMs);
  });

  test("counts from the fulfilment, not from the request", async () => {
    const request = await room.submit([{ ...addition, forHours: 1 }]);
    room.clock.advance(72 * hourMs);
    await done(request);
    expect(await membershipGrants()).toMatchObject([{ from: room.clock.now(), until: room.clock.now() + hourMs }]);
  });

  test("that passes before the operation begins ends the operation as no longer applicable", async () => {
    const request = await room.submit([{ ...addition, until: room.clock.now() + hourMs }]);
    room.clock.advance(2 * hourMs);
    await room.step(request);
    expect(await room.operations(request)).toMatchObject([{ result: "X", sends: 0 }]);
    expect(await members()).toBe(0);
  });

  test("takes the access away on the target system when its time has come, and says how it ended", async () => {
    await give({ forHours: 1 });
    room.clock.advance(hourMs - 1);
    await moments();
    expect(await endings()).toEqual([]);
    room.clock.advance(1);
    await moments();
    expect(await endings()).toMatchObject([{ accountKey: "acc", groupKey: "staff", result: null }]);
    expect(await members()).toBe(1);
    const request = await endingRequest();
    await done(request);
    expect(await members()).toBe(0);
    expect(await membershipGrants()).toMatchObject([
      { endedAt: room.clock.now(), endedBecause: "expired", endedByRequestKey: request.key },
    ]);
    room.clock.advance(hourMs);
    await moments();
    expect(await endings()).toHaveLength(1);
    expect(await room.store.select("notices", { where: { kind: "accessEnded" } })).toMatchObject([
      { userKey: room.keyOf("ada") },
    ]);
  });

  test("is tried again until it is done, and says meanwhile why it is not", async () => {
    await give({ forHours: 1 });
    room.clock.advance(hourMs);
    await moments();
    await done(await endingRequest(), "F");
    room.clock.advance(60_000);
    await moments();
    expect(await endings()).toHaveLength(1);
    expect(await membershipGrants()).toMatchObject([{ endedAt: null, endProblem: "not allowed" }]);
    room.clock.advance(hourMs);
    await moments();
    expect(await endings()).toHaveLength(2);
    await done(await endingRequest());
    expect(await membershipGrants()).toMatchObject([{ endedBecause: "expired" }]);
    expect(await members()).toBe(0);
  });

  test("takes nothing away that another grant gives", async () => {
    await give({});
    await give({ forHours: 1 });
    expect(await membershipGrants()).toHaveLength(2);
    room.clock.advance(hourMs);
    await moments();
    expect(await endings()).toEqual([]);
    expect(await members()).toBe(1);
    const grants = await membershipGrants();
    expect(grants.map(({ until, endedBecause }) => [until === null, endedBecause]).toSorted()).toEqual([
      [false, "expired"],
      [true, null],
    ]);
  });

  test("is one operation for two ends in the same second", async () => {
    await give({ forHours: 1 });
    await give({ forHours: 1 });
    room.clock.advance(hourMs);
    await moments();
    expect(await endings()).toHaveLength(1);
    await done(await endingRequest());
    expect(await membershipGrants()).toMatchObject([{ endedBecause: "expired" }, { endedBecause: "expired" }]);
  });

  test("waits for access that is being given, and an extension waits for an end under way", async () => {
    await give({ forHours: 1 });
    const extension = await room.submit([{ ...addition, forHours: 5 }]);
    room.clock.advance(hourMs);
    await room.step(extension);
    await moments();
    expect(await endings()).toEqual([]);
    const [operation] = await room.operations(extension);
    await room.answer(operation?.key ?? "", { result: "S" });
    room.clock.advance(60_000);
    await moments();
    expect(await endings()).toEqual([]);
    expect(await members()).toBe(1);
    room.clock.advance(5 * hourMs);
    await moments();
    const late = await room.submit([{ ...addition, forHours: 5 }]);
    await room.step(late);
    expect(await room.operations(late)).toMatchObject([{ result: "P", sends: 0 }]);
    await done(await endingRequest());
    room.clock.advance(60_000);
    await done(late);
    expect(await members()).toBe(1);
    const open = (await membershipGrants()).filter(({ endedAt }) => endedAt === null);
    expect(open).toMatchObject([{ requestKey: late.key, until: room.clock.now() + 5 * hourMs }]);
  });

  test("is announced to the holder and the manager", async () => {
    await give({ forHours: 48 });
    room.clock.advance(24 * hourMs);
    await moments();
    await moments();
    const notices = await room.store.select("notices", { where: { kind: "accessEnding" } });
    expect(notices.map(({ userKey }) => userKey).toSorted()).toEqual([room.keyOf("ada"), room.keyOf("bob")].toSorted());
    expect(notices[0]?.facts).toMatchObject({ hours: 24 });
  });

  test("stays with access that goes to another owner", async () => {
    await give({ forHours: 1 });
    await room.store.transaction(() => room.store.save("accounts", { key: "acc", userKey: room.keyOf("cy") }));
    await moments();
    room.clock.advance(hourMs);
    await moments();
    await done(await endingRequest());
    expect(await members()).toBe(0);
  });
});

describe("ending access before its time", () => {
  const end = async (id: string, part: object = {}) => {
    const [grant] = await membershipGrants();
    const caller = id === "root" ? { ...room.as("dan"), superuser: true } : room.as(id);
    return invoke(endGrant, room.context, caller, { key: grant?.key ?? "", reason: "moved on", ...part });
  };

  test("is refused to others, without a reason, through a nested group and once it has ended", async () => {
    await give({});
    await expect(end("cy")).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(end("ada", { reason: " " })).rejects.toMatchObject({ code: "INPUT_INVALID" });
    const [grant] = await membershipGrants();
    await room.store.transaction(() => room.store.save("grants", { key: grant?.key ?? "", throughGroup: "inner" }));
    await expect(end("ada")).rejects.toMatchObject({ code: "ACCESS_INDIRECT" });
    await room.store.transaction(() => room.store.save("grants", { key: grant?.key ?? "", endedAt: 1 }));
    await expect(end("ada")).rejects.toMatchObject({ code: "ACCESS_ENDED" });
  });

  test.each(["ada", "bob", "root"])("takes it away for %s: holder, manager and superuser", async (id) => {
    await give({});
    await end(id);
    await moments();
    await done(await endingRequest());
    expect(await members()).toBe(0);
    expect(await membershipGrants()).toMatchObject([{ endedBecause: "expired" }]);
  });
});
