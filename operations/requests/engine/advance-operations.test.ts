import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { orderAnswerMs } from "#domain/engine-limits.ts";
import { askedPauseMsMax, proxyAwaySeconds } from "#domain/limits.ts";
import { saveProxy } from "#test/support/organisation.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { invoke } from "../../kernel/invoke.ts";
import { explainRequest } from "../explain-request.ts";

const create = { code: "ACUA", targetSystemKey: "T1" };
const made = { id: "17", name: "ada", attributes: { mail: ["a@b.c"] } };
let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [], T2: [] } });
});
afterEach(() => room.close());

const keys = async (request: { key: string }) => (await room.operations(request)).map(({ key }) => key);
const ended = (operationKeys: readonly string[], failure: string | null = null) => ({
  ended: [{ operationKeys: [...operationKeys], failure }],
});
const unreachable = { result: "F", code: "unreachable", message: "no route" } as const;

describe("operations in order", () => {
  test("wait for those they depend on; the request is completed when all are done", async () => {
    await room.store.transaction(() =>
      room.store.save("groups", {
        managed: true,
        key: "staff",
        targetSystemKey: "T1",
        stableId: "g1",
        longId: "staff",
        shortId: "staff",
        displayId: "staff",
      }),
    );
    const request = await room.submit([{ code: "GRUA", targetSystemKey: "T1", groupKey: "staff" }, create]);
    const [member = "", account = ""] = await keys(request);
    expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ operationKeys: [account] }] });
    await room.answer(account, { result: "S", object: made });
    expect(await room.step(request, ended([account]))).toMatchObject({
      do: "perform",
      chunks: [{ operationKeys: [member] }],
    });
    await room.answer(member, { result: "S" });
    expect(await room.step(request, ended([member]))).toEqual({ do: "finished" });
    expect(await room.row(request)).toMatchObject({ status: "C", active: false, finishedAt: room.clock.now() });
    expect(await room.store.count("groupMemberships", { groupKey: "staff" })).toBe(1);
  });

  test("behind a failed one are never begun", async () => {
    await room.store.transaction(() =>
      room.store.save("groups", {
        managed: true,
        key: "staff",
        targetSystemKey: "T1",
        stableId: "g1",
        longId: "staff",
        shortId: "staff",
        displayId: "staff",
      }),
    );
    const request = await room.submit([create, { code: "GRUA", targetSystemKey: "T1", groupKey: "staff" }]);
    const [account = ""] = await keys(request);
    await room.step(request);
    await room.answer(account, {
      result: "F",
      code: "alreadyExists",
      message: "Entry already exists",
      targetCode: "68",
    });
    expect(await room.step(request, ended([account]))).toEqual({ do: "finished" });
    expect(await room.operations(request)).toMatchObject([
      { result: "F", errorCode: "alreadyExists", errorMessage: "Entry already exists", errorTargetCode: "68" },
      { result: "F", errorCode: "DEPENDENCY_FAILED", sends: 0 },
    ]);
    expect(await room.row(request)).toMatchObject({ status: "C" });
    const audit = await room.store.select("sesslog_full", { where: { batchId: request.key, operation: "RQEN" } });
    expect(audit).toMatchObject([{ result: "F" }]);
  });

  test("that do not depend on each other go out together, one chunk per proxy", async () => {
    await room.store.transaction(async () => {
      await saveProxy(room.context, "far");
      await room.store.save("targetSystems", { id: "T2", proxyServers: ["gone", "far"] });
    });
    const request = await room.submit([
      create,
      { ...create, targetSystemKey: "T2" },
      { ...create, attributes: { shortId: "ada2" } },
    ]);
    const [first, second, third] = await keys(request);
    const chunks = [
      { proxy: "local", operationKeys: [first, third] },
      { proxy: "far", operationKeys: [second] },
    ];
    expect(await room.step(request)).toEqual({ do: "perform", chunks, waitMs: null });
  });

  test("in the hands of a proxy are left alone", async () => {
    const request = await room.submit([create, { ...create, targetSystemKey: "T2" }]);
    const [first = "", second = ""] = await keys(request);
    await room.step(request);
    await room.answer(first, { result: "S", object: made });
    expect(await room.step(request, { ...ended([first]), held: [second] })).toEqual({ do: "wait", waitMs: null });
  });
});

describe("the list of intervals", () => {
  async function oneSent() {
    const request = await room.submit([create]);
    const [key = ""] = await keys(request);
    await room.step(request);
    return { request, key };
  }

  // @specification 3.grace-period
  test("brings an unreachable target's operation back after each interval, and N after the last", async () => {
    const { request, key } = await oneSent();
    for (const seconds of [10, 20, 30]) {
      await room.answer(key, unreachable);
      expect(await room.step(request, ended([key], "unreachable"))).toEqual({ do: "wait", waitMs: seconds * 1000 });
      expect(await room.operations(request)).toMatchObject([
        { result: "P", errorCode: "unreachable", errorMessage: "no route" },
      ]);
      room.clock.advance(seconds * 1000 - 1);
      expect(await room.step(request)).toEqual({ do: "wait", waitMs: 1 });
      room.clock.advance(1);
      expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ operationKeys: [key] }] });
    }
    await room.answer(key, unreachable);
    expect(await room.step(request, ended([key], "unreachable"))).toEqual({ do: "finished" });
    expect(await room.operations(request)).toMatchObject([{ result: "N", sends: 4, retries: 3 }]);
    expect(await room.row(request)).toMatchObject({ status: "C" });
  });

  test("asks before a further try whether there is still something to do", async () => {
    const { request, key } = await oneSent();
    await room.answer(key, unreachable);
    await room.step(request, ended([key], "unreachable"));
    await room.store.transaction(() =>
      room.store.save("accounts", {
        key: "found",
        targetSystemKey: "T1",
        stableId: "9",
        longId: "ada",
        shortId: "ada",
        displayId: "ada",
      }),
    );
    room.clock.advance(10_000);
    expect(await room.step(request)).toEqual({ do: "finished" });
    expect(await room.operations(request)).toMatchObject([{ result: "X", sends: 1 }]);
  });

  test("serves what no proxy is there for, without counting it as sent", async () => {
    const { request, key } = await oneSent();
    room.clock.advance(proxyAwaySeconds * 1000 + 1);
    expect(await room.step(request, { held: [key] })).toEqual({ do: "wait", waitMs: null, giveUp: [key] });
    expect(await room.step(request, ended([key], "internal"))).toEqual({ do: "wait", waitMs: 10_000 });
    expect(await room.operations(request)).toMatchObject([{ result: "P", sends: 0, errorCode: "unreachable" }]);
  });

  test("serves what was sent to a proxy that is away", async () => {
    const { request, key } = await oneSent();
    await room.proxy.orders([key]);
    room.clock.advance(proxyAwaySeconds * 1000 + 1);
    expect(await room.step(request, ended([key], "timeout"))).toEqual({ do: "wait", waitMs: 10_000 });
  });

  test("is not for what may have happened and cannot be asked: that is N at once", async () => {
    const { request, key } = await oneSent();
    await room.answer(key, { result: "F", code: "internal", message: "bug" });
    expect(await room.step(request, ended([key]))).toEqual({ do: "finished" });
    expect(await room.operations(request)).toMatchObject([{ result: "N", errorCode: "internal" }]);
  });
});

describe("a target that asks for a pause", () => {
  const busy = { result: "F", code: "busy", message: "Slow down", retryAfterMs: 15_000 } as const;

  test("is tried again when it asks for it, after some tries by the list and never before; explain tells the moment", async () => {
    const request = await room.submit([create]);
    const [key = ""] = await keys(request);
    await room.step(request);
    for (const retries of [0, 0, 1]) {
      await room.answer(key, busy);
      const at = room.clock.now() + 15_000;
      expect(await room.operations(request)).toMatchObject([
        { result: "P", errorCode: "busy", nextTryAt: at, retries },
      ]);
      const explained = await invoke(explainRequest, room.context, room.as("ada"), { key: request.key });
      expect(explained.operations).toMatchObject([{ nextTryAt: at, errorCode: "busy" }]);
      expect(explained.operations[0]?.waitsFor).toContain(new Date(at).toISOString());
      expect(await room.proxy.orders([key])).toEqual([]);
      expect(await room.step(request, ended([key]))).toEqual({ do: "wait", waitMs: 15_000 });
      room.clock.advance(14_999);
      expect(await room.step(request)).toEqual({ do: "wait", waitMs: 1 });
      room.clock.advance(1);
      expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ operationKeys: [key] }] });
    }
    // By the list it is the turn of 20 seconds.
    await room.answer(key, busy);
    expect(await room.step(request, ended([key]))).toEqual({ do: "wait", waitMs: 20_000 });
  });

  test("is not waited for longer than the limit, nor for ever", async () => {
    const request = await room.submit([create]);
    const [key = ""] = await keys(request);
    await room.step(request);
    await room.answer(key, { ...busy, retryAfterMs: 365 * 24 * 3_600_000 });
    expect(await room.step(request, ended([key]))).toEqual({ do: "wait", waitMs: askedPauseMsMax });
    await room.store.transaction(() =>
      room.store.save("requestOperations", { key, retries: 3, sends: 5, nextTryAt: room.clock.now() }),
    );
    await room.step(request);
    await room.answer(key, busy);
    expect(await room.step(request, ended([key]))).toEqual({ do: "finished" });
    expect(await room.operations(request)).toMatchObject([{ result: "N", errorCode: "busy" }]);
  });
});

describe("what the engine says of a try", () => {
  const inventions = [null, "unreachable", "timeout", "permission", "internal"];

  test.each(inventions)("ends nothing that no proxy has fetched: '%s' leads to another offer", async (failure) => {
    const request = await room.submit([create]);
    const [key = ""] = await keys(request);
    await room.step(request);
    expect(await room.step(request, ended([key], failure))).toEqual({ do: "wait", waitMs: 5000 });
    expect(await room.operations(request)).toMatchObject([{ result: "P", sends: 0, retries: 0, errorCode: null }]);
    room.clock.advance(5000);
    expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ operationKeys: [key] }] });
  });

  test.each(inventions)("ends nothing that was sent: '%s' leads to a look", async (failure) => {
    const request = await room.submit([create]);
    const [key = ""] = await keys(request);
    await room.step(request);
    await room.proxy.orders([key]);
    expect(await room.step(request, ended([key], failure))).toEqual({ do: "wait", waitMs: orderAnswerMs });
    room.clock.advance(orderAnswerMs);
    expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ operationKeys: [key] }] });
    expect(await room.proxy.orders([key])).toMatchObject([{ sends: 2 }]);
  });
});

describe("operations whose workflow is lost", () => {
  test("are handed out again when they were never sent", async () => {
    const request = await room.submit([create]);
    const [key] = await keys(request);
    await room.step(request);
    room.clock.advance(5000);
    expect(await room.step(request, { run: "another" })).toMatchObject({
      do: "perform",
      chunks: [{ operationKeys: [key] }],
    });
  });

  test("are sent again within a minute when they were sent, and their proxy is told to look", async () => {
    const request = await room.submit([create]);
    const [key = ""] = await keys(request);
    await room.step(request);
    await room.proxy.orders([key]);
    expect(await room.step(request, { run: "another" })).toEqual({ do: "wait", waitMs: orderAnswerMs });
    expect(orderAnswerMs).toBeLessThan(60_000);
    room.clock.advance(orderAnswerMs);
    expect(await room.step(request)).toMatchObject({ do: "perform", chunks: [{ operationKeys: [key] }] });
    await room.answer(key, { result: "S", object: made });
    expect(await room.step(request, ended([key]))).toEqual({ do: "finished" });
    expect(await room.operations(request)).toMatchObject([{ result: "S", sends: 2 }]);
  });

  test("are taken as answered when their answer has come", async () => {
    const request = await room.submit([create]);
    const [key = ""] = await keys(request);
    await room.step(request);
    await room.answer(key, { result: "S", object: made });
    expect(await room.step(request, { run: "another" })).toEqual({ do: "finished" });
  });
});
