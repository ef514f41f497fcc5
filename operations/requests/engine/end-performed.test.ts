import { afterEach, beforeEach, expect, test } from "vitest";

import type { Outcome } from "#domain/requests/order.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
const create = { code: "ACUA", targetSystemKey: "T1" };
const made = { result: "S", object: { id: "17", name: "ada", attributes: {} } } as const;

beforeEach(async () => {
  room = await openRequestRoom();
});
afterEach(() => room.close());

/** Hands an operation out and reports its outcome; returns true if the API says that it was the last. */
async function answer(key: string | undefined, outcome: Pick<Outcome, "result" | "code" | "object">): Promise<boolean> {
  const [order] = await room.proxy.orders([key ?? ""]);
  return room.proxy.outcomes([{ ...outcome, operationKey: key ?? "", sends: order?.sends ?? 0 }]);
}

test("the last outcome ends its request, in the name of the engine", async () => {
  const request = await room.submit([create]);
  await room.step(request);
  expect(await answer((await room.operations(request))[0]?.key, made)).toBe(true);
  const row = await room.row(request);
  expect(row).toMatchObject({ status: "C", finishedAt: room.clock.now(), lastUpdatedModule: "idwfm" });
  const audit = await room.store.select("sesslog_full", { where: { batchId: request.key, operation: "RQEN" } });
  expect(audit).toMatchObject([{ result: "S", sessid: request.key, actor: "idwfm" }]);
  expect(await room.store.outbox.open()).toEqual([]);
  expect(await room.step(request)).toEqual({ do: "finished" });
});

test("one behind which another step waits does not", async () => {
  const group = { code: "CRTG", targetSystemKey: "T1", attributes: { shortId: "staff" } };
  const request = await room.submit([create, group]);
  await room.step(request);
  const [account, first] = await room.operations(request);
  expect(await answer(first?.key, { ...made, object: { id: "g", name: "staff", attributes: {} } })).toBe(false);
  expect(await room.row(request)).toMatchObject({ status: "X" });
  expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ operationKeys: [account?.key] }] });
});

test("one that is tried again does not", async () => {
  const request = await room.submit([create]);
  await room.step(request);
  expect(await answer((await room.operations(request))[0]?.key, { result: "F", code: "busy" })).toBe(false);
  expect(await room.row(request)).toMatchObject({ status: "X" });
});
