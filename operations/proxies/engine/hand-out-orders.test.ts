import { afterEach, beforeEach, describe, expect, test } from "vitest";

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

test("an order about an account tells of attributes with names such as constructor", async () => {
  await room.store.transaction(async () => {
    const names = { targetSystemKey: "T1", stableId: "1", longId: "ada", shortId: "ada", displayId: "ada" };
    await room.store.save("accounts", { ...names, key: "account", userKey: room.keyOf("ada") });
    for (const [key, name] of Object.entries({ a1: "constructor", a2: "__proto__" }))
      await room.store.save("accountAttributes", { key, accountKey: "account", name, sequence: 0, value: "a" });
  });
  const { rows } = await handedOut([{ code: "DNAU", targetSystemKey: "T1", accountKey: "account" }]);
  const [order] = await room.proxy.orders([rows[0]?.key ?? ""]);
  expect(Object.entries(order?.object.attributes ?? {}).toSorted()).toEqual([
    ["__proto__", ["a"]],
    ["constructor", ["a"]],
  ]);
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

describe("a batch that has begun with a version of the connector", () => {
  const three = ["one", "two", "three"].map((shortId) => ({ ...create, attributes: { shortId } }));
  const having = (version: string) => ({ connectorVersions: { fault: version } });
  const minuteMs = 60_000;

  /** Writes the processes of the proxy with their versions, each with the minutes since its last report. */
  async function running(versions: Readonly<Record<string, number>>) {
    const instances = Object.entries(versions).map(([version, minutes]) => ({
      id: version,
      startedAt: 0,
      lastSeenAt: room.clock.now() - minutes * minuteMs,
      stoppedAt: null,
      softwareVersion: "test",
      connectors: [{ id: "fault", version }],
      failedConnectors: [],
      ordersUnderWay: 0,
      clockSkewMs: 0,
    }));
    await room.store.transaction(() => room.store.save("proxyServers", { id: "local", instances }));
  }

  const versions = async (request: { key: string }) =>
    (await room.operations(request)).map(({ connectorVersion }) => connectorVersion);

  test("waits for it while a process has it, and is offered again soon without a try being counted", async () => {
    const { request, rows } = await handedOut(three);
    const [one = "", two = "", third = ""] = rows.map(({ key }) => key);
    await running({ "1.0.0": 0, "2.0.0": 0 });
    expect(await room.proxy.orders([one], having("1.0.0"))).toHaveLength(1);
    expect(await room.proxy.orders([one, two, third], having("2.0.0"))).toEqual([]);
    const [first, second] = await room.operations(request);
    expect(second).toMatchObject({ result: "P", sends: 0, retries: 0, nextTryAt: room.clock.now() + 5_000 });
    expect(first).toMatchObject({ sends: 1, connectorVersion: "1.0.0" });
    // While the workflow still holds the chunk, no one gets the operation a second time.
    room.clock.advance(5_000);
    expect(await room.step(request, { held: [one, two, third] })).toEqual({ do: "wait", waitMs: null });
    const next = await room.step(request, { ended: [{ operationKeys: [two, third], failure: null }], held: [one] });
    expect(next).toMatchObject({ do: "perform", chunks: [{ proxy: "local", operationKeys: [two, third] }] });
    expect(await room.proxy.orders([two, third], having("1.0.0"))).toHaveLength(2);
    expect(await versions(request)).toEqual(["1.0.0", "1.0.0", "1.0.0"]);
  });

  test("goes on with another one when its own has been away for too long, and then keeps that", async () => {
    const { request, rows } = await handedOut(three);
    const [one = "", two = "", third = ""] = rows.map(({ key }) => key);
    await running({ "1.0.0": 0 });
    await room.answer(one, { result: "S", object: { id: "1", name: "one", attributes: {} } });
    await room.store.transaction(() => room.store.save("requestOperations", { key: one, connectorVersion: "1.0.0" }));
    await running({ "1.0.0": 9, "2.0.0": 0 });
    expect(await room.proxy.orders([two], having("2.0.0"))).toEqual([]);
    room.clock.advance(minuteMs);
    await running({ "1.0.0": 10, "2.0.0": 0 });
    expect(await room.proxy.orders([third], having("2.0.0"))).toHaveLength(1);
    await running({ "1.0.0": 0, "2.0.0": 0 });
    room.clock.advance(5_000);
    await room.step(request, { ended: [{ operationKeys: [two], failure: null }], held: [third] });
    expect(await room.proxy.orders([two], having("1.0.0"))).toEqual([]);
    expect(await versions(request)).toEqual(["1.0.0", null, "2.0.0"]);
  });

  test("is no business of another batch, nor of a proxy that does not say what it has", async () => {
    const begun = await handedOut([create]);
    const other = await handedOut([{ ...create, attributes: { shortId: "other" } }]);
    await running({ "1.0.0": 0, "2.0.0": 0 });
    expect(await room.proxy.orders([begun.rows[0]?.key ?? ""], having("1.0.0"))).toHaveLength(1);
    expect(await room.proxy.orders([other.rows[0]?.key ?? ""], having("2.0.0"))).toHaveLength(1);
    const silent = await handedOut([{ ...create, attributes: { shortId: "silent" } }]);
    expect(await room.proxy.orders([silent.rows[0]?.key ?? ""])).toHaveLength(1);
    expect(await versions(silent.request)).toEqual([null]);
  });

  test("a process without the connector leaves the order to one that has it", async () => {
    const { rows } = await handedOut([create]);
    await running({ "1.0.0": 0 });
    expect(await room.proxy.orders([rows[0]?.key ?? ""], { connectorVersions: { ldap: "1.0.0" } })).toEqual([]);
    await running({});
    const again = await handedOut([{ ...create, attributes: { shortId: "again" } }]);
    expect(await room.proxy.orders([again.rows[0]?.key ?? ""], { connectorVersions: {} })).toHaveLength(1);
  });
});

describe("the login by which the service itself reaches a target", () => {
  async function accountOf(name: string): Promise<void> {
    await room.store.transaction(async () => {
      const names = { targetSystemKey: "T1", stableId: `id-${name}`, longId: name, shortId: name, displayId: name };
      await room.store.save("accounts", { ...names, key: name, userKey: room.keyOf("ada") });
      const login = {
        key: `login-${name}`,
        targetSystemId: "T1",
        administratorId: "root-of-t1",
        useOrder: 1,
        lastChanged: 0,
      };
      await room.store.save("targetSystemCredentials", login);
    });
  }

  test.each(["DNAU", "DELU"])(
    "is left alone by %s, whoever asks for it, and the operation ends with the reason",
    async (code) => {
      await accountOf("ROOT-OF-T1@somewhere");
      const { rows, request } = await handedOut([{ code, targetSystemKey: "T1", accountKey: "ROOT-OF-T1@somewhere" }]);
      expect(await room.proxy.orders([rows[0]?.key ?? ""])).toEqual([]);
      const [ended] = await room.operations(request);
      expect(ended).toMatchObject({
        errorCode: "policy",
        errorMessage: expect.stringContaining("would be locked out"),
      });
    },
  );

  test("does not keep an account of another name from anything", async () => {
    await accountOf("root-of-t12");
    const { rows } = await handedOut([{ code: "DNAU", targetSystemKey: "T1", accountKey: "root-of-t12" }]);
    expect(await room.proxy.orders([rows[0]?.key ?? ""])).toHaveLength(1);
  });
});
