import { afterEach, beforeEach, expect, test } from "vitest";

import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom();
});
afterEach(() => room.close());

const create = { code: "ACUA", targetSystemKey: "T1", attributes: { shortId: "ada1", mail: ["a@example.test"] } };

async function handedOut(operations: readonly object[]) {
  const request = await room.submit(operations);
  await room.step(request);
  return { request, rows: await room.operations(request) };
}

test("an order says what to create, under the name asked for or the recipient's id", async () => {
  const { rows } = await handedOut([create]);
  const [order] = await room.proxy.orders([rows[0]?.key ?? ""]);
  expect(order).toMatchObject({ code: "ACUA", connector: "fault", sends: 1, attributes: { mail: ["a@example.test"] } });
  expect(order?.object).toEqual({ name: "ada1", attributes: { mail: ["a@example.test"] } });
  const { rows: unnamed } = await handedOut([{ ...create, attributes: {} }]);
  const [byId] = await room.proxy.orders([unnamed[0]?.key ?? ""]);
  expect(byId?.object.name).toBe("ada");
});

test("an operation waits for the one before it, then is about what that has created", async () => {
  const { request, rows } = await handedOut([create, { code: "DNAU", targetSystemKey: "T1" }]);
  const [first = "", second = ""] = rows.map(({ key }) => key);
  await expect(room.proxy.orders([second])).rejects.toThrow(/not assigned/);
  await room.answer(first, {
    result: "S",
    object: { id: "uuid-1", name: "ada1", attributes: { mail: ["a@example.test"] } },
  });
  await room.step(request, { ended: [{ operationKeys: [first], failure: null }] });
  const orders = await room.proxy.orders([first, second]);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({
    operationKey: second,
    object: { id: "uuid-1", name: "ada1", attributes: { mail: ["a@example.test"] } },
  });
});

test("every hand-out raises the number of sends, is audited, and forgets what an earlier try left behind", async () => {
  const { request, rows } = await handedOut([create]);
  const key = rows[0]?.key ?? "";
  await room.answer(key, { result: "F", code: "unreachable", message: "gone fishing" });
  expect((await room.operations(request))[0]).toMatchObject({ result: "P", errorCode: "unreachable", sends: 1 });
  const [again] = await room.proxy.orders([key]);
  expect(again?.sends).toBe(2);
  expect((await room.operations(request))[0]).toMatchObject({
    result: "P",
    errorCode: null,
    outcomeSignature: null,
    sends: 2,
  });
  const audited = await room.store.select("sesslog_full", { where: { operation: "PXHO", batchId: request.key } });
  expect(audited.map(({ result, message, requestId }) => [result, message, requestId]).toSorted()).toEqual([
    ["S", "send 1", "call-ada"],
    ["S", "send 2", "call-ada"],
  ]);
});

test("what an operation was about may be gone: it fails by itself and the others are handed out", async () => {
  const made = await handedOut([create]);
  await room.answer(made.rows[0]?.key ?? "", { result: "S", object: { id: "uuid-1", name: "ada1", attributes: {} } });
  const [account] = await room.store.select("accounts");
  const { request, rows } = await handedOut([
    { code: "DNAU", targetSystemKey: "T1", accountKey: account?.key },
    { code: "CRTG", targetSystemKey: "T1", attributes: { shortId: "staff" } },
  ]);
  await room.store.transaction(() => room.store.remove("accounts", account?.key ?? ""));
  const orders = await room.proxy.orders(rows.map(({ key }) => key));
  expect(orders.map(({ code }) => code)).toEqual(["CRTG"]);
  expect((await room.operations(request))[0]).toMatchObject({ result: "F", errorCode: "notFound", sends: 1 });
});
