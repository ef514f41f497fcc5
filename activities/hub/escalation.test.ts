import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { addDelegation } from "#operations/delegations/add-delegation.ts";
import { acceptDelegation } from "#operations/delegations/change-delegations.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { escalate } from "#operations/requests/escalate.ts";
import { explainRequest } from "#operations/requests/explain-request.ts";
import { replayRequest } from "#operations/requests/replay-request.ts";
import type { Settings } from "#platform/settings/settings.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { handleMoments } from "./moments.ts";

const hourMs = 3_600_000;
const create = { code: "ACUA", targetSystemKey: "T1" };
const days = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const workingCalendar = { week: Object.fromEntries(days.map((day) => [day, ["09:00-17:00"]])), holidays: [] };
const rules = { reminderIntervalHours: 0, escalationTimeoutHours: 8, escalationLevels: 2 };
const managers = { bob: "cy", cy: "dan", dan: "eve" };
const ids = ["ada", "bob", "cy", "dan", "eve"];
let room: RequestRoom;

async function open(settings: Partial<Settings> = {}, phase: object = { authorizers: ["bob"] }): Promise<void> {
  const targets = { T1: [{ authorizers: [], ...phase }] };
  room = await openRequestRoom({ people: ids, targets }, { ...rules, ...settings });
  await room.store.transaction(async () => {
    for (const [id, manager] of Object.entries(managers))
      await room.store.save("users", { key: room.keyOf(id), managerKey: room.keyOf(manager) });
  });
}
async function reopen(settings: Partial<Settings>, phase?: object): Promise<void> {
  await room.close();
  await open(settings, phase);
}
beforeEach(() => open());
afterEach(() => room.close());

async function handle(): Promise<void> {
  const options = { context: room.context, signal: new AbortController().signal };
  await handleMoments(options, "delegation");
  await handleMoments(options);
}

/** Returns the authorizers, each with the ways that led to them. */
async function asked(request: { key: string }): Promise<string[]> {
  const names = new Map(ids.map((id) => [room.keyOf(id), id]));
  const authorizers = await room.store.select("requestAuthorizers", { where: { requestKey: request.key } });
  const named = (way: string) =>
    way.replace(/^user\(.*/, "named").replace(/:(.*)$/, (_, key: string) => `:${names.get(key)}`);
  return authorizers
    .map(({ userKey, via }) => `${names.get(userKey)} ${(via ?? []).map(named).toSorted().join(" ")}`)
    .toSorted();
}
async function later(hours: number): Promise<void> {
  room.clock.advance(hours * hourMs);
  await handle();
}
const approve = (id: string, request: { key: string }) => room.decide(id, request, { phase: 1, decision: "approve" });
async function replayed({ key }: { key: string }): Promise<unknown> {
  return (await invoke(replayRequest, room.context, engineCaller("cli", "check"), { key })).findings;
}

describe("who is above somebody who has not answered", () => {
  test("is asked too after the timeout, then who is above them, up to the levels of the setting", async () => {
    const request = await room.submit([create]);
    room.clock.advance(8 * hourMs - 1);
    await handle();
    expect(await asked(request)).toEqual(["bob named"]);
    room.clock.advance(1);
    await handle();
    expect(await asked(request)).toEqual(["bob named", "cy escalation:bob"]);
    await later(8);
    expect(await asked(request)).toEqual(["bob named", "cy escalation:bob", "dan escalation:cy"]);
    await later(80);
    expect(await asked(request)).toHaveLength(3);
    await approve("dan", request);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
    const [decision] = await room.store.select("decisions", { where: { requestKey: request.key } });
    expect(decision).toMatchObject({ userKey: room.keyOf("dan"), decidedFor: [room.keyOf("bob")] });
    const audit = await room.store.select("sesslog_full", { where: { operation: "RQES" } });
    expect(audit).toMatchObject([{ result: "S", recipient: room.keyOf("cy") }, { recipient: room.keyOf("dan") }]);
    expect(await replayed(request)).toEqual([]);
  });

  test("is asked in their place where the setting says so, with their veto", async () => {
    await reopen({ escalationMode: "replace" }, { authorizers: ["bob"], veto: ["bob"], maxDenials: 2 });
    const request = await room.submit([create]);
    await later(8);
    expect(await asked(request)).toEqual(["cy escalation:bob named"]);
    await expect(approve("bob", request)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await later(8);
    expect(await asked(request)).toEqual(["dan escalation:bob escalation:cy named"]);
    await later(8);
    expect(await asked(request)).toHaveLength(1);
    await room.decide("dan", request, { phase: 1, decision: "deny" });
    expect(await room.step(request)).toMatchObject({ do: "finished" });
    expect(await replayed(request)).toEqual([]);
  });

  test("is the same for several, and is not who is asked themselves, shut out, or concerned", async () => {
    await reopen({}, { authorizers: ["bob", "cy"], minApprovals: 2 });
    // Ada, the requester, is between Bob and Cy.
    await room.store.transaction(async () => {
      await room.store.save("users", { key: room.keyOf("bob"), managerKey: room.keyOf("ada") });
      await room.store.save("users", { key: room.keyOf("ada"), managerKey: room.keyOf("cy") });
    });
    const request = await room.submit([create]);
    await later(8);
    expect(await asked(request)).toEqual(["bob named", "cy named", "dan escalation:bob escalation:cy"]);
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("eve"), disabled: true }));
    await later(8);
    expect(await asked(request)).toHaveLength(3);
    const failed = await room.store.select("sesslog_full", { where: { operation: "RQES", result: "F" } });
    expect(failed).toHaveLength(1);
  });

  test("is that of who was delegated to, and a delegation that begins later takes their place", async () => {
    const request = await room.submit([create]);
    await later(8);
    const given = { delegatorKey: null, delegateKey: room.keyOf("eve"), reason: "away" };
    const { key } = await invoke(addDelegation, room.context, room.as("bob"), given);
    await invoke(acceptDelegation, room.context, room.as("eve"), { key });
    await handle();
    expect(await asked(request)).toEqual(["bob named", "eve delegation:bob"]);
    await approve("eve", request);
    expect(await replayed(request)).toEqual([]);
  });

  test("is asked at once by hand, by the authorizer or a superuser", async () => {
    const request = await room.submit([create]);
    const call = (id: string, part: object = {}) =>
      invoke(escalate, room.context, room.as(id), { key: request.key, phase: 1, ...part });
    await expect(call("ada", { userKey: room.keyOf("bob") })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(call("ada")).rejects.toMatchObject({ code: "NOT_AN_AUTHORIZER" });
    await expect(call("bob", { phase: 2 })).rejects.toMatchObject({ code: "PHASE_UNKNOWN" });
    expect(await call("bob")).toMatchObject({ userKey: room.keyOf("cy") });
    await expect(call("bob")).rejects.toMatchObject({ code: "ESCALATED_ALREADY" });
    expect(await call("cy")).toMatchObject({ userKey: room.keyOf("dan") });
    expect(await call("dan")).toMatchObject({ userKey: room.keyOf("eve") });
    await expect(call("eve")).rejects.toMatchObject({ code: "NOBODY_ABOVE" });
    await approve("bob", request);
    await expect(call("eve")).rejects.toMatchObject({ code: "PHASE_CLOSED" });
    expect(await replayed(request)).toEqual([]);
  });
});

test("explain tells when another is asked, and by which way somebody came in", async () => {
  const request = await room.submit([create]);
  const explained = () => invoke(explainRequest, room.context, room.as("ada"), { key: request.key });
  const at = room.clock.now() + 8 * hourMs;
  expect(await explained()).toMatchObject({
    escalatesAt: at,
    waitsFor: [{ userKey: room.keyOf("bob"), since: at - 8 * hourMs }],
  });
  await later(8);
  const cy = { userKey: room.keyOf("cy"), via: [`escalation:${room.keyOf("bob")}`], since: at };
  const { escalatesAt, waitsFor } = await explained();
  expect([escalatesAt, waitsFor]).toEqual([at + 8 * hourMs, expect.arrayContaining([expect.objectContaining(cy)])]);
});

describe("a plug-in", () => {
  test("names who is asked, of whom the first is taken who may be", async () => {
    await reopen({ escalationPlugin: "manager" });
    const ask: typeof room.context.plugins.ask = async () => ({ to: [room.keyOf("ada"), room.keyOf("eve")] }) as never;
    const request = await room.submit([create]);
    room.clock.advance(8 * hourMs);
    const context = { ...room.context, plugins: { ...room.context.plugins, ask } };
    await handleMoments({ context, signal: new AbortController().signal });
    expect(await asked(request)).toEqual(["bob named", "eve escalation:bob"]);
    expect(await replayed(request)).toEqual([]);
  });

  test("that cannot be used leaves it to the manager", async () => {
    await reopen({ escalationPlugin: "nowhere" });
    const request = await room.submit([create]);
    await later(8);
    expect(await asked(request)).toEqual(["bob named", "cy escalation:bob"]);
  });
});

describe("the time of somebody who has not answered", () => {
  /** Moves the clock by quarters of an hour until another is asked. */
  async function escalatedAt(request: { key: string }): Promise<string> {
    while ((await asked(request)).length === 1) await later(0.25);
    return new Date(room.clock.now()).toISOString().slice(0, 16);
  }

  test("is that of their work, over a weekend on which the clocks go forward", async () => {
    await reopen({ timeZone: "Europe/Berlin", workingCalendar });
    room.clock.set(Date.parse("2030-03-29T14:00Z"));
    // Two hours are left on Friday; on Monday 09:00 is an hour earlier in UTC.
    expect(await escalatedAt(await room.submit([create]))).toBe("2030-04-01T13:00");
  });

  test("is that of their own time zone and calendar", async () => {
    const nights = { week: { friday: ["22:00-24:00"], saturday: ["00:00-06:00"] }, holidays: [] };
    await reopen({ timeZone: "Europe/Berlin", workingCalendar, workingCalendars: { nights } });
    const bob = { key: room.keyOf("bob"), timeZone: "America/New_York", calendar: "nights" };
    await room.store.transaction(() => room.store.save("users", bob));
    room.clock.set(Date.parse("2030-03-29T14:00Z"));
    expect(await escalatedAt(await room.submit([create]))).toBe("2030-03-30T10:00");
  });

  test("is over where the request expires before", async () => {
    await reopen({ escalationTimeoutHours: 31 * 24 });
    const request = await room.submit([create]);
    await later(30 * 24);
    expect([(await room.row(request)).status, await asked(request)]).toEqual(["E", ["bob named"]]);
  });
});
