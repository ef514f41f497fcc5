import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { momentLeaseMs } from "#domain/engine-limits.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { handleMoments } from "./moments.ts";

const dayMs = 24 * 3_600_000;
const create = { code: "ACUA", targetSystemKey: "T1" };
let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom(
    { targets: { T1: [{ authorizers: ["bob"] }], NOBODY: [{ authorizers: [], minApprovals: 0 }] } },
    { reminderIntervalHours: 0 },
  );
});
afterEach(() => room.close());

const handle = (context = room.context) => handleMoments({ context, signal: new AbortController().signal });
const open = () => room.store.outbox.open();
const approve = (request: { key: string }) => room.decide("bob", request, { phase: 1, decision: "approve" });

describe("a request that nobody decides", () => {
  test("expires when its life is over, and the engine never hears of it", async () => {
    const request = await room.submit([create]);
    room.clock.advance(30 * dayMs - 1);
    await handle();
    expect(await room.row(request)).toMatchObject({ status: "W", version: 1 });
    expect(await handle()).toBe(0);
    room.clock.advance(1);
    expect(await handle()).toBe(1);
    expect(await room.row(request)).toMatchObject({ status: "E", active: false, finishedAt: room.clock.now() });
    expect(await room.operations(request)).toMatchObject([{ result: "R", errorCode: "EXPIRED" }]);
    const audit = await room.store.select("sesslog_full", { where: { batchId: request.key, operation: "RQEN" } });
    expect(audit).toMatchObject([{ result: "F", module: "idwfm" }]);
    expect(await open()).toEqual([]);
    room.clock.advance(momentLeaseMs);
    expect(await handle()).toBe(0);
  });

  test("ends its workflow where it has one", async () => {
    const request = await room.submit([create]);
    const wake = { workflowType: "request", workflowId: request.key };
    await room.store.transaction(() => room.store.outbox.add(wake));
    room.clock.advance(30 * dayMs);
    expect(await handle()).toBe(1);
    expect(await room.row(request)).toMatchObject({ status: "E" });
    expect(await open()).toEqual([wake]);
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await open()).toEqual([]);
  });

  test("goes on waiting where its life was made longer meanwhile", async () => {
    const request = await room.submit([create]);
    const expiresAt = request.expiresAt + dayMs;
    await room.store.transaction(() => room.store.save("reqbatch", { key: request.key, expiresAt }));
    room.clock.advance(30 * dayMs);
    expect(await handle()).toBe(1);
    expect(await room.row(request)).toMatchObject({ status: "W" });
    room.clock.advance(dayMs);
    expect(await handle()).toBe(1);
    expect(await room.row(request)).toMatchObject({ status: "E" });
  });
});

test.each([
  ["was decided in time", "X", approve],
  ["was cancelled", "K", ({ key }: { key: string }) => invoke(cancel, room.context, room.as("ada"), { key })],
])("a request that %s has no moment any more", async (_what, status, end) => {
  const request = await room.submit([create]);
  room.clock.advance(30 * dayMs - 1);
  await end(request);
  room.clock.advance(dayMs);
  expect(await handle()).toBe(0);
  expect(await room.row(request)).toMatchObject({ status });
});

describe("a request with a start", () => {
  const startAt = () => room.clock.now() + dayMs;

  test("is scheduled by the last approval, without the engine, and handed to it when the start comes", async () => {
    const request = await room.submit([create], { startAt: startAt() });
    await approve(request);
    expect(await room.row(request)).toMatchObject({ status: "S", active: true });
    expect(await open()).toEqual([]);
    room.clock.advance(dayMs - 1);
    expect(await handle()).toBe(0);
    room.clock.advance(1);
    expect(await handle()).toBe(1);
    expect(await open()).toEqual([{ workflowType: "request", workflowId: request.key }]);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("that needs nobody is scheduled as it is submitted, its phases closed, and has no workflow", async () => {
    const request = await room.submit([{ ...create, targetSystemKey: "NOBODY" }], { startAt: startAt() });
    expect(request).toMatchObject({ status: "S", active: true });
    const phases = await room.store.select("requestPhases", { where: { requestKey: request.key } });
    expect(phases.map(({ state }) => state)).toEqual(["approved"]);
    expect(await open()).toEqual([]);
    room.clock.advance(dayMs);
    expect(await handle()).toBe(1);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("goes to the engine at once where the last approval comes after it", async () => {
    const request = await room.submit([create], { startAt: startAt() });
    room.clock.advance(dayMs);
    await approve(request);
    expect(await room.row(request)).toMatchObject({ status: "X" });
    expect(await open()).toHaveLength(1);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("is looked after where a workflow that somebody has started was faster", async () => {
    const request = await room.submit([create], { startAt: startAt() });
    await approve(request);
    room.clock.advance(dayMs);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
    expect(await open()).toEqual([]);
    expect(await handle()).toBe(1);
    expect(await room.row(request)).toMatchObject({ status: "X" });
    expect(await open()).toEqual([{ workflowType: "request", workflowId: request.key }]);
  });

  test("that was cancelled is never handed to the engine to begin", async () => {
    const request = await room.submit([create], { startAt: startAt() });
    await approve(request);
    await invoke(cancel, room.context, room.as("ada"), { key: request.key });
    room.clock.advance(dayMs);
    expect(await handle()).toBe(0);
  });
});

describe("people whose answer is waited for", () => {
  const hourMs = 3_600_000;
  const office = ["monday", "tuesday", "wednesday", "thursday", "friday"].map((day): [string, string[]] => [
    day,
    ["09:00-17:00"],
  ]);
  const workingCalendar = {
    week: Object.fromEntries(office),
    holidays: [{ date: "2030-04-08", name: "Founders' Day" }],
  };
  const settings = { reminderIntervalHours: 24, timeZone: "Europe/Berlin", workingCalendar };
  const two = [{ authorizers: ["bob", "cy"], minApprovals: 2 }, { authorizers: ["dan"] }];

  /** Moves the clock by quarters of an hour and gives who was reminded when. */
  async function remindersUntil(end: string): Promise<string[]> {
    const seen: string[] = [];
    const names = new Map(["bob", "cy", "dan"].map((id) => [room.keyOf(id), id]));
    for (; room.clock.now() < Date.parse(end); room.clock.advance(hourMs / 4)) {
      if ((await handle()) === 0) continue;
      const reminded = await room.store.select("requestAuthorizers", { where: { remindedAt: room.clock.now() } });
      const now = new Date(room.clock.now()).toISOString().slice(0, 16);
      seen.push(...reminded.map(({ userKey }) => `${names.get(userKey)} ${now}`).toSorted());
    }
    return seen;
  }

  beforeEach(async () => {
    await room.close();
    room = await openRequestRoom({ targets: { T1: two } }, settings);
    room.clock.set(Date.parse("2030-03-28T13:00Z"));
  });

  test("are reminded once a day while they work, over a weekend on which the clocks go forward, until they answer", async () => {
    const request = await room.submit([create]);
    expect(await remindersUntil("2030-04-01T12:00Z")).toEqual([
      "bob 2030-03-29T13:00",
      "cy 2030-03-29T13:00",
      "bob 2030-04-01T07:00",
      "cy 2030-04-01T07:00",
    ]);
    await approve(request);
    expect(await remindersUntil("2030-04-02T12:00Z")).toEqual(["cy 2030-04-02T07:00"]);
    await room.decide("cy", request, { phase: 1, decision: "approve" });
    // Who is asked in the next phase has a day from then on.
    expect(await remindersUntil("2030-04-04T00:00Z")).toEqual(["dan 2030-04-03T12:00"]);
    expect(await remindersUntil("2030-04-06T00:00Z")).toEqual(["dan 2030-04-04T12:00", "dan 2030-04-05T12:00"]);
    expect(await remindersUntil("2030-04-10T00:00Z")).toEqual(["dan 2030-04-09T07:00"]);
    expect(await open()).toEqual([]);
  });

  test("are not reminded any more when the request has expired", async () => {
    await room.submit([create]);
    room.clock.advance(30 * dayMs);
    expect(await handle()).toBe(1);
    expect(await room.store.select("requestAuthorizers", { where: { remindedAt: room.clock.now() } })).toEqual([]);
    expect(await room.store.count("reqbatch", { status: "E" })).toBe(1);
  });
});

test("a moment whose handling fails holds up no other, and is handled after its lease", async () => {
  const [broken, sound] = [await room.submit([create]), await room.submit([create])];
  const { store } = room;
  const lock: typeof store.lock = (table, key) => {
    if (key === broken.key) throw new Error("on purpose");
    return store.lock(table, key);
  };
  room.clock.advance(30 * dayMs);
  expect(await handle({ ...room.context, store: { ...store, lock } })).toBe(1);
  expect([(await room.row(broken)).status, (await room.row(sound)).status]).toEqual(["W", "E"]);
  room.clock.advance(momentLeaseMs - 1);
  expect(await handle()).toBe(0);
  room.clock.advance(1);
  expect(await handle()).toBe(1);
  expect(await room.row(broken)).toMatchObject({ status: "E" });
});

test("plug-ins that take their time have a lane of their own, in which they hold up nobody else's moment", async () => {
  const { pluginFolder } = room.context.settings;
  mkdirSync(pluginFolder, { recursive: true });
  const answer = `setTimeout(resolve, 300, { authorizers: [{ userKey: "${room.keyOf("cy")}" }] })`;
  writeFileSync(join(pluginFolder, "slow.mjs"), `export const run = () => new Promise((resolve) => ${answer});`);
  const expiring = await room.submit([create]);
  room.clock.advance(30 * dayMs);
  const [phase] = await room.store.select("authorizationPhases", { where: { resourceKey: "T1" } });
  const rule = "any(1, plugin('slow.mjs'))";
  await room.store.transaction(() => room.store.save("authorizationPhases", { key: phase?.key ?? "", rule }));
  const asking = await room.submit([{ ...create, attributes: { shortId: "second" } }]);
  const asked = handleMoments({ context: room.context, signal: new AbortController().signal }, "authorizers");
  expect(await handle()).toBe(1);
  expect([(await room.row(expiring)).status, (await room.row(asking)).status]).toEqual(["E", "A"]);
  expect(await asked).toBe(1);
  expect((await room.row(asking)).status).toBe("W");
  // Its next moment is that of every request that waits.
  room.clock.advance(30 * dayMs);
  expect([await handle(), (await room.row(asking)).status]).toEqual([1, "E"]);
});
