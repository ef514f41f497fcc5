import { describe, expect, test } from "vitest";

import { noLife, type ProxyLife } from "#domain/proxies/proxy-life.ts";
import type { Row } from "#store/tables.ts";

import { afterTry } from "./after-try.ts";

const now = 1_000_000;
const intervalsSeconds = [10, 20];
const alive: ProxyLife = { takesOrders: true, hasWorkedSince: () => true };
const startedSince: ProxyLife = { takesOrders: true, hasWorkedSince: () => false };
const pending = {
  sends: 1,
  sentAt: now - 4e4,
  handedOutAt: now - 41e3,
  handOuts: 0,
  retries: 0,
  code: "ACUA",
  errorCode: null,
  outcomeSignature: null,
  nextTryAt: null,
};
const unfetched = { sends: 0, sentAt: null, handedOutAt: now - 61_000, handOuts: 1 };
const signed = { errorCode: "busy", outcomeSignature: "s" };

function judge(part: object, proxy: ProxyLife, held = false) {
  return afterTry({ ...pending, ...part } as Row<"requestOperations">, { now, intervalsSeconds, proxy, held });
}

describe("a signed answer that may pass", () => {
  test("waits for the next interval", () => {
    expect(judge(signed, alive)).toEqual({ result: "P", nextTryAt: now + 10_000, retries: 1 });
  });
  test("is unknown after the last interval", () => {
    expect(judge({ ...signed, retries: 2 }, alive)).toEqual({ result: "N", finishedAt: now });
  });
  test("of a connection test is the answer", () => {
    expect(judge({ ...signed, code: "TCON" }, alive)).toEqual({ result: "F", finishedAt: now });
  });
  test("is left to the engine while that has the operation in its hands", () => {
    expect(judge(signed, alive, true)).toBeUndefined();
  });
});

describe("what nobody has fetched", () => {
  test("is offered again while the proxy lives, and costs no try", () => {
    expect(judge(unfetched, alive)).toEqual({ nextTryAt: now });
  });
  test("and was handed out before there was a workflow is offered at once by one that does not have it", () => {
    expect(judge({ ...unfetched, handOuts: 0 }, noLife)).toEqual({ nextTryAt: now });
    expect(judge({ ...unfetched, handOuts: 0 }, noLife, true)).toMatchObject({ errorCode: "unreachable" });
  });
  test("is offered again with growing pauses, so that a thief of orders keeps nobody busy", () => {
    const pauses = [1, 2, 3, 4, 5, 50].map((handOuts) => {
      const changes = judge({ ...unfetched, handedOutAt: now, handOuts }, alive);
      return (changes?.nextTryAt ?? 0) - now;
    });
    expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });
  test("stays on the queue of a proxy that lives, however long that is", () => {
    expect(judge({ ...unfetched, handedOutAt: now - 1_800_000 }, alive, true)).toBeUndefined();
  });
  test("is not with the engine any more after longer than the engine keeps it, whatever a history says", () => {
    expect(judge({ ...unfetched, handedOutAt: now - 2_100_001 }, alive, true)).toEqual({ nextTryAt: now });
    expect(judge({ sentAt: now - 480_001 }, alive, true)).toEqual({ nextTryAt: now });
  });
  test.each([true, false])("costs a try where no proxy is there (on its queue: %s)", (held) => {
    expect(judge(unfetched, noLife, held)).toMatchObject({
      result: "P",
      nextTryAt: now + 10_000,
      errorCode: "unreachable",
    });
    expect(judge({ ...unfetched, code: "TCON" }, noLife, held)).toMatchObject({
      result: "F",
      errorCode: "unreachable",
    });
  });
  test("gives a proxy a moment to come", () => {
    expect(judge({ ...unfetched, handedOutAt: now - 59_000 }, noLife, true)).toBeUndefined();
  });
});

describe("what was sent and is not answered", () => {
  test("is in the hands of the engine as long as that says so", () => {
    expect(judge({}, alive, true)).toBeUndefined();
    expect(judge({}, noLife, true)).toBeUndefined();
  });
  test("is sent again as soon as nobody can be working on it any more", () => {
    expect(judge({}, alive)).toEqual({ nextTryAt: now });
    expect(judge({ sentAt: now - 20_000 }, alive)).toEqual({ nextTryAt: now + 15_000 });
    expect(judge({ sentAt: now - 20_000 }, noLife)).toEqual({ nextTryAt: now + 15_000 });
  });
  test("never becomes a result by what the engine says, however often it was sent", () => {
    expect(judge({ sends: 1000, retries: 2 }, alive)).toEqual({ nextTryAt: now });
    expect(judge({ sends: 1000, retries: 2, code: "TCON" }, alive)).toEqual({ nextTryAt: now });
  });
  test("follows the intervals where the proxy is away, and is unknown after the last", () => {
    expect(judge({}, noLife)).toMatchObject({ result: "P", nextTryAt: now + 10_000, errorCode: "timeout" });
    expect(judge({ retries: 2 }, noLife)).toMatchObject({ result: "N", errorCode: "timeout", finishedAt: now });
  });
  test("is looked at soon when its process has ended, then after the intervals, and given up where that goes on", () => {
    expect(judge({}, startedSince)).toEqual({ nextTryAt: now, retries: 1 });
    expect(judge({ retries: 1 }, startedSince)).toMatchObject({ result: "P", nextTryAt: now + 20_000, retries: 2 });
    expect(judge({ retries: 2 }, startedSince)).toMatchObject({ result: "N", errorCode: "timeout" });
  });
  test("is the answer to a connection test that has ended its process", () => {
    expect(judge({ code: "TCON" }, startedSince)).toMatchObject({ result: "F", errorCode: "timeout" });
  });
});
