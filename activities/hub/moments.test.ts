import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { momentLeaseMs } from "#domain/engine-limits.ts";
import { invoke } from "#operations/invoke.ts";
import { cancel } from "#operations/requests/cancel.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { handleMoments } from "./moments.ts";

const dayMs = 24 * 3_600_000;
const create = { code: "ACUA", targetSystemKey: "T1" };
let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["bob"] }] } });
});
afterEach(() => room.close());

const handle = (context = room.context) => handleMoments({ context, signal: new AbortController().signal });
const open = () => room.store.outbox.open();
const approve = (request: { key: string }) => room.decide("bob", request, { phase: 1, decision: "approve" });

describe("a request that nobody decides", () => {
  test("expires when its life is over, and the engine never hears of it", async () => {
    const request = await room.submit([create]);
    room.clock.advance(30 * dayMs - 1);
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
  ["was decided in time", "W", approve],
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

  test("goes to the engine at once where the last approval comes after it", async () => {
    const request = await room.submit([create], { startAt: startAt() });
    room.clock.advance(dayMs);
    await approve(request);
    expect(await room.row(request)).toMatchObject({ status: "W" });
    expect(await open()).toHaveLength(1);
    expect(await room.step(request)).toMatchObject({ do: "perform" });
  });

  test("that was cancelled is never handed to the engine to begin", async () => {
    const request = await room.submit([create], { startAt: startAt() });
    await approve(request);
    await invoke(cancel, room.context, room.as("ada"), { key: request.key });
    room.clock.advance(dayMs);
    expect(await handle()).toBe(0);
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
