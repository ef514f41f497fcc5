import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { queueLookMs, queuePauseMsFirst } from "#domain/password-queue-limits.ts";
import type { AccountRoom } from "#test/support/account-room.ts";
import { done, openQueueRoom, queueCallsIn, unreachable } from "#test/support/password-queue-room.ts";

import { updateAccount } from "../accounts/update-account.ts";

const [first, second, third] = ["First passw0rd, old", "Second passw0rd, new", "Third passw0rd, newest"];

let room: AccountRoom;
beforeEach(async () => void (room = await openQueueRoom()));
afterEach(() => room.close());

const {
  call,
  carryOut,
  root,
  entries,
  entryOf,
  operation,
  handOutTry,
  endWork,
  sent,
  reset,
  setMode,
  after,
  answerTry,
  audits,
  noticesOf,
  sealedTexts,
} = queueCallsIn(() => room);

describe("of several changes of one account", () => {
  test("the queue keeps the newest", async () => {
    await carryOut(await reset(first), unreachable);
    const { key: older } = await entryOf();
    await carryOut(await reset(second), unreachable);
    const [entry, ...others] = await entries();
    expect([entry?.key === older, others.length]).toEqual([false, 0]);
    expect((await sealedTexts()).length).toBe(1);
    await after(queuePauseMsFirst);
    expect(await answerTry(done)).toBe(second);
    expect(await audits()).toEqual(["PWQA S automatic", "PWQE S superseded", "PWQA S automatic", "PWQE S carriedOut"]);
    expect(await noticesOf("ada")).toEqual(["passwordQueued", "passwordQueued", "passwordCarriedOut", "passwordReset"]);
  });

  test("a newer one that works makes the queued one pointless, by whatever door", async () => {
    await carryOut(await reset(first), unreachable);
    await carryOut(await call(updateAccount, { key: "mine", password: new Secret(second) }, root()), done);
    expect([await entries(), await sealedTexts()]).toEqual([[], []]);
    expect(await audits()).toEqual(["PWQA S automatic", "PWQE S superseded"]);
    expect(await noticesOf("ada")).toEqual(["passwordQueued", "passwordReset"]);
  });

  test("a newer one that the target refuses leaves the queued one", async () => {
    await carryOut(await reset(first), unreachable);
    await carryOut(await reset(second), { result: "F", code: "strength", message: "in history" });
    await after(queuePauseMsFirst);
    expect(await answerTry(done)).toBe(first);
  });

  test("the newer waits while a try is with the proxy, and is the last that the target gets", async () => {
    await carryOut(await reset(first), unreachable);
    await after(queuePauseMsFirst);
    const operationKey = await handOutTry();
    const [order] = await room.proxy.orders([operationKey]);
    const newer = await reset(second);
    expect(await room.step({ key: newer.requestKey })).toMatchObject({ do: "wait", waitMs: 5_000 });
    expect(await operation(newer.key)).toMatchObject({ sends: 0, proxyServer: null });
    await room.proxy.outcomes([{ ...done, operationKey, sends: order?.sends ?? 0 }]);
    await endWork(operationKey);
    room.clock.advance(5_000);
    expect(await room.step({ key: newer.requestKey })).toMatchObject({ do: "perform" });
    expect(await sent(newer.key, done)).toBe(second);
    expect([await entries(), (await operation(newer.key)).result]).toEqual([[], "S"]);
  });

  test("a try that no proxy has fetched yet brings nothing once a newer one was made", async () => {
    await carryOut(await reset(first), unreachable);
    await after(queuePauseMsFirst);
    const operationKey = await handOutTry();
    const newer = await reset(second);
    // The older one is still on the queue of its proxy: it waits for the newer one instead of being sent.
    expect(await room.proxy.orders([operationKey])).toEqual([]);
    await carryOut(newer, done);
    expect(await room.proxy.orders([operationKey])).toEqual([]);
    room.clock.advance(5_000);
    await endWork(operationKey);
    expect(await operation(operationKey)).toMatchObject({ result: "F", errorCode: "superseded", password: null });
    expect([await entries(), await sealedTexts()]).toEqual([[], []]);
  });

  test("a try is not even begun while a newer one is under way", async () => {
    await carryOut(await reset(first), unreachable);
    const newer = await reset(second);
    const before = await room.store.count("requestOperations");
    await after(queuePauseMsFirst);
    expect(await entryOf()).toMatchObject({ state: "waiting" });
    expect(await room.store.count("requestOperations")).toBe(before);
    await carryOut(newer, unreachable);
    await after(queuePauseMsFirst);
    expect(await answerTry(done)).toBe(second);
  });

  test("an older one between two tries of a group without a queue never comes after a newer one", async () => {
    await setMode("none");
    const older = await reset(first);
    await carryOut(older, unreachable);
    await carryOut(await reset(second), done);
    room.clock.advance(10_000);
    await room.step({ key: older.requestKey });
    expect(await room.proxy.orders([older.key])).toEqual([]);
    expect(await operation(older.key)).toMatchObject({ result: "F", errorCode: "superseded", password: null });
  });

  test("three in a row end with the third, whatever each of them met", async () => {
    await carryOut(await reset(first), unreachable);
    await carryOut(await reset(second), { ...unreachable, code: "busy" });
    await carryOut(await reset(third), { ...unreachable, code: "broken" });
    await after(queuePauseMsFirst);
    expect(await answerTry(done)).toBe(third);
    await after(queueLookMs * 24);
    expect(await entries()).toEqual([]);
  });
});
