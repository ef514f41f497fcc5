import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import { namedObject } from "#test/support/named-object.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { extendGrant } from "./extend-grant.ts";

const hourMs = 3_600_000;
let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["cy"] }] } }, { accessEndNoticeHours: 24 });
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("ada"), managerKey: room.keyOf("bob") });
    await room.store.save("groups", { key: "staff", ...namedObject("staff"), managed: true });
  });
});
afterEach(() => room.close());

const moments = () => handleMoments({ context: room.context, signal: new AbortController().signal }, "grant");
const accountGrants = () => room.store.select("grants", { where: { kind: "account" }, orderBy: [["until", "asc"]] });
const endings = (code: "DELU" | "GRUD" = "DELU") => room.store.select("requestOperations", { where: { code } });
const findings = async ({ key }: { readonly key: string }) =>
  (await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key })).findings;

/** Approves a request and has the proxy carry out its operation. */
async function fulfilled(request: { readonly key: string }, object?: object): Promise<void> {
  await room.decide("cy", request, { phase: 1, decision: "approve" });
  const [operation] = await room.operations(request);
  await room.answer(operation?.key ?? "", { result: "S", ...object });
  await room.step(request);
  await moments();
}

/** Gives ada an account for some hours, and returns its key. */
async function account(hours: number | null): Promise<string> {
  const request = await room.submit([{ code: "ACUA", targetSystemKey: "T1", ...(hours && { forHours: hours }) }]);
  await fulfilled(request, { object: { id: "17", name: "ada", attributes: {} } });
  return (await room.operations(request))[0]?.accountKey ?? "";
}

const extend = async (part: object, id = "ada") => {
  const [grant] = await accountGrants();
  return invoke(extendGrant, room.context, room.as(id), { key: grant?.key ?? "", ...part });
};
const approve = (key: string) => room.decide("cy", { key }, { phase: 1, decision: "approve" });

/** Carries out an end that the service has begun. */
async function endCarriedOut(code: "DELU" | "GRUD" = "DELU"): Promise<void> {
  const request = { key: (await endings(code)).at(-1)?.requestKey ?? "" };
  await room.step(request);
  const [operation] = await room.operations(request);
  await room.answer(operation?.key ?? "", { result: "S" });
  await room.step(request);
}

describe("a later end of access", () => {
  test("is refused without an end, for what has none or has ended, and to others", async () => {
    const accountKey = await account(2);
    await expect(extend({})).rejects.toMatchObject({ code: "OPERATION_FIELD_MISSING" });
    await expect(extend({ forHours: 1, until: room.clock.now() + 1 })).rejects.toThrow("two ends of the same access");
    await expect(extend({ until: room.clock.now() - 1 })).rejects.toThrow("until has passed");
    await expect(extend({ forHours: 0 })).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await expect(extend({ forHours: 4 }, "dan")).rejects.toMatchObject({ code: "FORBIDDEN" });
    const [grant] = await accountGrants();
    await room.store.transaction(() => room.store.save("grants", { key: grant?.key ?? "", until: null }));
    await expect(extend({ forHours: 4 })).rejects.toMatchObject({ code: "ACCESS_ENDLESS", target: "operations/0" });
    const byHand = { code: "ACUX", targetSystemKey: "T1", accountKey, forHours: 4 };
    await expect(room.submit([byHand])).rejects.toMatchObject({ code: "ACCESS_ENDLESS" });
    await room.store.transaction(() => room.store.save("grants", { key: grant?.key ?? "", endedAt: 1 }));
    await expect(extend({ forHours: 4 })).rejects.toMatchObject({ code: "ACCESS_ENDED" });
    await expect(room.submit([byHand])).rejects.toMatchObject({ code: "ACCESS_ENDED" });
  });

  test("asks the phases of the access, counts from their approval, and nothing is done on the target system", async () => {
    await account(2);
    const { requestKey, status } = await extend({ forHours: 4, reason: "the audit goes on" });
    expect(status).toBe("W");
    expect(await accountGrants()).toHaveLength(1);
    room.clock.advance(hourMs);
    await approve(requestKey);
    expect(await room.row({ key: requestKey })).toMatchObject({ status: "C" });
    const now = room.clock.now();
    expect(await accountGrants()).toMatchObject([
      { until: now + hourMs, endedAt: null },
      { until: now + 4 * hourMs, because: "request", requestKey, endedAt: null },
    ]);
    expect(await findings({ key: requestKey })).toEqual([]);
    room.clock.advance(hourMs);
    await moments();
    expect(await endings()).toEqual([]);
    expect(await accountGrants()).toMatchObject([{ endedBecause: "expired" }, { endedAt: null }]);
    room.clock.advance(3 * hourMs);
    await moments();
    await endCarriedOut();
    expect(await accountGrants()).toMatchObject([{ endedBecause: "expired" }, { endedBecause: "expired" }]);
    expect(await room.store.count("accounts", { targetSystemKey: "T1" })).toBe(0);
    room.clock.advance(60_000);
    await moments();
    // The end of the earlier grant was none of the access.
    const [, last] = await accountGrants();
    expect(await room.store.select("notices", { where: { kind: "accessEnded" } })).toMatchObject([
      { userKey: room.keyOf("ada"), facts: { grantKey: last?.key } },
    ]);
    const audited = await room.store.select("sesslog_full", { where: { operation: "ACUX" } });
    expect(audited).toMatchObject([{ result: "S", recipient: room.keyOf("ada") }]);
  });

  test("is the end that the holder is warned of", async () => {
    await account(48);
    const { requestKey } = await extend({ forHours: 96 });
    await approve(requestKey);
    const warnings = async () => (await room.store.select("notices", { where: { kind: "accessEnding" } })).length;
    await moments();
    room.clock.advance(24 * hourMs);
    await moments();
    expect(await warnings()).toBe(0);
    room.clock.advance(48 * hourMs);
    await moments();
    expect(await warnings()).toBe(2);
  });

  test("that is denied changes nothing", async () => {
    await account(2);
    const { requestKey } = await extend({ forHours: 4 });
    await room.decide("cy", { key: requestKey }, { phase: 1, decision: "deny" });
    expect(await accountGrants()).toHaveLength(1);
  });

  test("lies within the longest time of the item, and is that one if none is named", async () => {
    await account(2);
    const details = { key: "d", resourceType: "targetSystem", resourceKey: "T1", longestHours: 8 } as const;
    await room.store.transaction(() => room.store.save("catalogueDetails", details));
    for (const part of [{ forHours: 9 }, { until: room.clock.now() + 9 * hourMs }])
      await expect(extend(part)).rejects.toThrow("for 8 hours at most");
    const { requestKey } = await extend({});
    await approve(requestKey);
    expect((await accountGrants()).at(-1)).toMatchObject({ until: room.clock.now() + 8 * hourMs });
  });

  test("that is not later is no longer applicable", async () => {
    await account(9);
    const { requestKey } = await extend({ forHours: 4 });
    await approve(requestKey);
    expect(await room.operations({ key: requestKey })).toMatchObject([{ result: "X" }]);
    expect(await accountGrants()).toHaveLength(1);
  });

  test("wins over an end that has come and was not begun, and fails once one has begun", async () => {
    await account(2);
    const early = await extend({ forHours: 4 });
    room.clock.advance(2 * hourMs);
    await approve(early.requestKey);
    await moments();
    expect(await endings()).toEqual([]);
    const { requestKey } = await invoke(extendGrant, room.context, room.as("ada"), {
      key: (await accountGrants()).at(-1)?.key ?? "",
      forHours: 4,
    });
    room.clock.advance(4 * hourMs);
    await moments();
    expect(await endings()).toHaveLength(1);
    await approve(requestKey);
    expect(await room.operations({ key: requestKey })).toMatchObject([{ result: "F", errorCode: "ACCESS_ENDED" }]);
    expect(await findings({ key: requestKey })).toEqual([]);
    await endCarriedOut();
    expect((await accountGrants()).every(({ endedBecause }) => endedBecause === "expired")).toBe(true);
  });

  test("is had for memberships and ownerships too, and not for a group that is no longer managed", async () => {
    const accountKey = await account(null);
    const place = { targetSystemKey: "T1", accountKey, groupKey: "staff" };
    await fulfilled(await room.submit([{ code: "GRUA", ...place, forHours: 2 }]));
    await room.store.transaction(() =>
      room.store.add("groupOwners", { key: "own", groupKey: "staff", userKey: room.keyOf("ada") }),
    );
    const [ownership] = await room.store.select("grants", { where: { kind: "ownership" } });
    const until = room.clock.now() + 2 * hourMs;
    await room.store.transaction(() =>
      room.store.save("grants", { key: ownership?.key ?? "", until, because: "request" }),
    );
    for (const kind of ["membership", "ownership"] as const) {
      const [grant] = await room.store.select("grants", { where: { kind } });
      const asked = { key: grant?.key ?? "", forHours: 4 };
      const { requestKey } = await invoke(extendGrant, room.context, room.as("ada"), asked);
      await approve(requestKey);
      const open = await room.store.select("grants", { where: { kind, endedAt: null }, orderBy: [["until", "asc"]] });
      expect(open).toMatchObject([{ until }, { until: room.clock.now() + 4 * hourMs, requestKey }]);
    }
    await room.store.transaction(() => room.store.save("groups", { key: "staff", managed: false }));
    const [grant] = await room.store.select("grants", { where: { kind: "membership" } });
    const again = { key: grant?.key ?? "", forHours: 9 };
    await expect(invoke(extendGrant, room.context, room.as("ada"), again)).rejects.toMatchObject({
      code: "GROUP_NOT_MANAGED",
    });
  });

  test("is requested by the manager, but not for access through a nested group", async () => {
    await account(2);
    const [grant] = await accountGrants();
    expect(await extend({ forHours: 4 }, "bob")).toMatchObject({ recipientKey: room.keyOf("ada") });
    await room.store.transaction(() => room.store.save("grants", { key: grant?.key ?? "", throughGroup: "inner" }));
    await expect(extend({ forHours: 4 })).rejects.toMatchObject({ code: "ACCESS_INDIRECT" });
  });
});
