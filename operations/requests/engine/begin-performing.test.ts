import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
const create = { code: "ACUA", targetSystemKey: "T1" };
const dayMs = 86_400_000;
const approve = { phase: 1, decision: "approve" };

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [{ authorizers: ["bob"] }] } });
});
afterEach(() => room.close());

test("the last approval hands out what its workflow begins with, and the ledger names nobody for it", async () => {
  const request = await room.submit([create]);
  await room.store.outbox.lease(10);
  await room.decide("bob", request, approve);
  const [operation] = await room.operations(request);
  expect(operation).toMatchObject({ result: "P", proxyServer: "local", handedOutAt: room.clock.now(), sends: 0 });
  expect(await room.row(request)).toMatchObject({ status: "X", lastUpdatedModule: "idwfm" });
  const first = { do: "perform", chunks: [{ proxy: "local", operationKeys: [operation?.key] }], waitMs: null };
  expect(await room.store.outbox.lease(10)).toMatchObject([{ workflowId: request.key, first }]);
  const events = await room.store.requestLedger.read(request.key);
  expect(events.map(({ kind, actor }) => [kind, actor]).slice(-2)).toEqual([
    ["decided", room.keyOf("bob")],
    ["status", null],
  ]);
});

test("what nobody has brought to the engine is handed out again by the first step that has not got it, and costs no try", async () => {
  const request = await room.submit([create]);
  await room.decide("bob", request, approve);
  room.clock.advance(dayMs);
  expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ proxy: "local" }] });
  expect(await room.operations(request)).toMatchObject([{ handOuts: 1, retries: 0, errorCode: null }]);
});

test("a workflow that has begun with it is not to ask before something has happened", async () => {
  const request = await room.submit([create]);
  await room.decide("bob", request, approve);
  const held = (await room.operations(request)).map(({ key }) => key);
  expect(await room.step(request, { held })).toEqual({ do: "wait", waitMs: null });
});

test("a workflow that has begun with it has answered, however slowly its transaction goes", async () => {
  const request = await room.submit([create]);
  let now = room.clock.now();
  vi.spyOn(room.clock, "now").mockImplementation(() => (now += 1));
  await room.decide("bob", request, approve);
  const { outbox } = room.store;
  await outbox.sent((await outbox.lease(10)).map(({ position }) => position));
  expect(await outbox.dispatched(now + 1)).toMatchObject([{ workflowId: request.key }]);
  expect(await outbox.unanswered(now + 1)).toEqual([]);
});

test("a start that is to come is waited for", async () => {
  const request = await room.submit([create], { startAt: room.clock.now() + dayMs });
  await room.decide("bob", request, approve);
  expect(await room.row(request)).toMatchObject({ status: "S" });
  expect(await room.operations(request)).toMatchObject([{ result: null, handedOutAt: null }]);
});
