import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { queueLookMs, queuePauseMsFirst } from "#domain/password-queue-limits.ts";
import type { Outcome } from "#domain/requests/order.ts";
import type { AccountRoom } from "#test/support/account-room.ts";
import { done, openQueueRoom, queueCallsIn, unreachable } from "#test/support/password-queue-room.ts";

import { changePassword } from "../accounts/account-passwords.ts";
import { updateAccount } from "../accounts/update-account.ts";
import { invoke } from "../kernel/invoke.ts";
import { resetPasswords } from "../users/reset-passwords.ts";
import { dropQueuedPassword, retryQueuedPassword } from "./change-password-queue.ts";

type Answer = Omit<Outcome, "operationKey" | "sends">;

const first = "First passw0rd, old";

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
  handleDue,
  handOutTry,
  endWork,
  reset,
  setMode,
  after,
  answerTry,
  audits,
  noticesOf,
  sealedTexts,
} = queueCallsIn(() => room);

describe("a password change that its target did not answer", () => {
  // @specification 6.only-success
  test("is queued at once, tried with growing pauses until it works, and then nothing of it is left", async () => {
    const queued = await reset(first);
    await carryOut(queued, unreachable);
    expect(await operation(queued.key)).toMatchObject({ result: "N", errorCode: "unreachable", password: null });
    const entry = await entryOf();
    expect(entry).toMatchObject({
      state: "waiting",
      tries: 0,
      code: "PWRS",
      userKey: room.keyOf("ada"),
      requesterKey: room.keyOf("dan"),
      operationKey: queued.key,
      requestKey: queued.requestKey,
      errorMessage: unreachable.message,
      nextTryAt: room.clock.now() + queuePauseMsFirst,
    });
    await after(queuePauseMsFirst - 1);
    expect(await entryOf()).toMatchObject({ state: "waiting" });
    await after(1);
    expect(await entryOf()).toMatchObject({ state: "trying", nextTryAt: null });
    expect(await answerTry({ ...unreachable, message: "still down" })).toBe(first);
    const again = await entryOf();
    expect(again).toMatchObject({ state: "waiting", tries: 1, errorMessage: "still down" });
    expect((again.nextTryAt ?? 0) - room.clock.now()).toBe(2 * queuePauseMsFirst);
    await after(2 * queuePauseMsFirst);
    const { operationKey } = await entryOf();
    expect(await answerTry(done)).toBe(first);
    expect(await operation(operationKey)).toMatchObject({ result: "S", code: "PWRS", accountKey: "mine" });
    expect([await entries(), await sealedTexts()]).toEqual([[], []]);
    expect(await room.store.moments.waiting([entry.key])).toEqual(new Set());
    expect(await audits()).toEqual(["PWQA S automatic", "PWQE S carriedOut"]);
    expect(await noticesOf("ada")).toEqual(["passwordQueued", "passwordCarriedOut", "passwordReset"]);
    expect(await noticesOf("dan")).toEqual([]);
  });

  test("is retried by the list of pauses instead where the group has no queue", async () => {
    await setMode("none");
    const queued = await reset(first);
    await carryOut(queued, unreachable);
    expect(await operation(queued.key)).toMatchObject({ result: "P", nextTryAt: room.clock.now() + 10_000 });
    expect(await entries()).toEqual([]);
  });

  test.each<[string, Answer]>([
    ["by the strength of the password", { result: "F", code: "strength", message: "in history" }],
    ["by a permission", { result: "F", code: "permission", message: "insufficient access" }],
    ["by a rule", { result: "F", code: "policy", message: "too young" }],
    ["because the account is gone", { result: "F", code: "notFound", message: "no such object" }],
    ["by an error that nobody foresaw", { result: "F", code: "internal", message: "boom" }],
  ])("is not queued where the target refuses it %s", async (_why, answer) => {
    await carryOut(await reset(first), answer);
    expect([await entries(), await sealedTexts(), await noticesOf("ada")]).toEqual([[], [], []]);
  });

  test("is given up where a try is refused, with the target's own words in its operation", async () => {
    await carryOut(await reset(first), unreachable);
    await after(queuePauseMsFirst);
    const { operationKey } = await entryOf();
    await answerTry({ result: "F", code: "strength", message: "Password is in history" });
    expect(await operation(operationKey)).toMatchObject({
      result: "F",
      errorCode: "PASSWORD_STRENGTH",
      errorMessage: "Password is in history",
    });
    expect([await entries(), await sealedTexts()]).toEqual([[], []]);
    expect(await audits()).toEqual(["PWQA S automatic", "PWQE F targetRefused"]);
    expect(await noticesOf("ada")).toEqual(["passwordQueued", "passwordGivenUp targetRefused"]);
  });

  test("is given up when its time is over, also while nobody retries it", async () => {
    await setMode("manual");
    await carryOut(await reset(first), unreachable);
    const { expiresAt } = await entryOf();
    room.clock.advance(expiresAt - room.clock.now() - 1);
    await handleDue();
    expect(await entryOf()).toMatchObject({ tries: 0 });
    await after(1);
    expect([await entries(), await noticesOf("ada")]).toEqual([[], ["passwordQueued", "passwordGivenUp outOfTime"]]);
  });

  test("leaves one SRES and one QRES for a reset of one's own in the browser, and its tries none", async () => {
    await call(updateAccount, { key: "mine", userKey: room.keyOf("dan") }, root()).catch(() => undefined);
    const browser = { ...root(), module: "ui" as const };
    await carryOut(await reset(first, "mine", browser), unreachable);
    await after(queuePauseMsFirst);
    await answerTry(done);
    const rows = await room.store.select("sesslog_full", { orderBy: [["seq", "asc"]] });
    const codesOf = (code: string) => rows.filter((row) => row.operation === code).map(({ result }) => result);
    expect([codesOf("QRES"), codesOf("SRES"), codesOf("ACHG")]).toEqual([["S"], ["N"], ["S"]]);
    expect(rows.filter(({ operation: code }) => code === "ACHG")).toMatchObject([
      { ident: expect.any(String), targetSystem: "T1", recipient: room.keyOf("dan") },
    ]);
  });

  // @specification 6.queue-reset
  test("leaves no QRES over REST", async () => {
    await carryOut(await reset(first), unreachable);
    await after(queuePauseMsFirst);
    await answerTry(done);
    expect(await room.store.count("sesslog_full", { operation: "QRES" })).toBe(0);
  });

  test("keeps the current password of a change with it, and mustChange of a reset", async () => {
    const change = { key: "mine", currentPassword: new Secret("Current passw0rd"), password: new Secret(first) };
    await carryOut(await call(changePassword, change, room.as("ada")), unreachable);
    await after(queuePauseMsFirst);
    const operationKey = await handOutTry();
    const [order] = await room.proxy.orders([operationKey]);
    expect(order).toMatchObject({ code: "PWCH" });
    expect(order?.currentPassword?.use((text) => text)).toBe("Current passw0rd");
  });

  test("is looked at first by a try where the target may have made it", async () => {
    await carryOut(await reset(first), { ...unreachable, code: "timeout" });
    await after(queuePauseMsFirst);
    const operationKey = await handOutTry();
    expect(await room.proxy.orders([operationKey])).toMatchObject([{ sends: 1, looksFirst: true }]);
  });

  test("of one account of several is queued alone", async () => {
    const queued = await call(
      resetPasswords,
      { key: room.keyOf("ada"), password: new Secret(first), accountKeys: ["mine", "more"] },
      root(),
    );
    await room.step({ key: queued.requestKey });
    const [mine, more] = await room.operations({ key: queued.requestKey });
    await room.answer(mine?.key ?? "", done);
    await room.answer(more?.key ?? "", unreachable);
    await room.step(
      { key: queued.requestKey },
      {
        ended: [{ operationKeys: [mine?.key ?? "", more?.key ?? ""], failure: null }],
      },
    );
    expect((await entries()).map(({ accountKey }) => accountKey)).toEqual(["more"]);
  });
});

describe("by hand", () => {
  beforeEach(() => setMode("manual"));

  test("a queued change waits until somebody retries it", async () => {
    await carryOut(await reset(first), unreachable);
    await after(queueLookMs * 3);
    const { key } = await entryOf();
    expect(await entryOf()).toMatchObject({ state: "waiting", nextTryAt: null, tries: 0 });
    await invoke(retryQueuedPassword, room.context, root(), { key });
    await handleDue();
    expect(await entryOf()).toMatchObject({ state: "trying" });
    expect(await invoke(retryQueuedPassword, room.context, root(), { key })).toMatchObject({ state: "trying" });
    expect(await answerTry(unreachable)).toBe(first);
    expect(await entryOf()).toMatchObject({ state: "waiting", nextTryAt: null, tries: 1 });
    await invoke(retryQueuedPassword, room.context, root(), { key });
    await handleDue();
    expect(await answerTry(done)).toBe(first);
    expect(await entries()).toEqual([]);
    expect(await audits()).toEqual(["PWQA S manual", "PWQR S null", "PWQR S null", "PWQR S null", "PWQE S carriedOut"]);
  });

  test("a dropped change is told to its person, and a try that was begun queues nothing again", async () => {
    await carryOut(await reset(first), unreachable);
    const { key } = await entryOf();
    await invoke(retryQueuedPassword, room.context, root(), { key });
    await handleDue();
    const operationKey = await handOutTry();
    const [order] = await room.proxy.orders([operationKey]);
    await invoke(dropQueuedPassword, room.context, root(), { key });
    expect(await noticesOf("ada")).toEqual(["passwordQueued", "passwordGivenUp dropped"]);
    await room.proxy.outcomes([{ ...unreachable, operationKey, sends: order?.sends ?? 0 }]);
    await endWork(operationKey);
    expect([await entries(), await sealedTexts()]).toEqual([[], []]);
  });

  test("a try of a dropped change is not handed to a proxy any more", async () => {
    await carryOut(await reset(first), unreachable);
    const { key } = await entryOf();
    await invoke(retryQueuedPassword, room.context, root(), { key });
    await handleDue();
    const operationKey = await handOutTry();
    await invoke(dropQueuedPassword, room.context, root(), { key });
    expect(await room.proxy.orders([operationKey])).toEqual([]);
    await endWork(operationKey);
    expect(await operation(operationKey)).toMatchObject({ result: "F", errorCode: "superseded" });
    expect(await sealedTexts()).toEqual([]);
  });

  test("a queued change is tried by itself once its group wants that", async () => {
    await carryOut(await reset(first), unreachable);
    await setMode("automatic");
    await after(queueLookMs);
    expect(await entryOf()).toMatchObject({ state: "waiting", nextTryAt: room.clock.now() + queuePauseMsFirst });
  });
});

describe("a queued change ends without a try", () => {
  const queue = async () => {
    await carryOut(await reset(first), unreachable);
    return entryOf();
  };
  const change = (write: () => Promise<unknown>) => room.store.transaction(write);
  const managed = { key: "m", accountKey: "mine", managedSystemKey: "s", status: "U", policyId: "P" } as const;

  test.each<[string, string, () => Promise<unknown>]>([
    ["vault", "the vault keeps the account", () => room.store.save("managedAccounts", managed)],
    ["gone", "the account is gone", () => room.store.remove("accounts", "mine")],
    [
      "gone",
      "the account has another owner",
      () => room.store.save("accounts", { key: "mine", userKey: room.keyOf("bob") }),
    ],
    ["gone", "the owner is disabled", () => room.store.save("users", { key: room.keyOf("ada"), disabled: true })],
    [
      "moved",
      "the target has another address",
      () => room.store.save("targetSystems", { id: "T1", address: { host: "elsewhere" } }),
    ],
  ])("%s: where %s", async (end, _why, write) => {
    await queue();
    await change(write);
    const requests = await room.store.count("reqbatch");
    await after(queuePauseMsFirst);
    expect([await entries(), await sealedTexts(), await room.store.count("reqbatch")]).toEqual([[], [], requests]);
    expect((await audits()).at(-1)).toBe(`PWQE F ${end}`);
  });

  test("and one that is refused as it begins waits for its next try", async () => {
    await queue();
    await change(() => room.store.save("targetSystems", { id: "T1", enabled: false }));
    await after(queuePauseMsFirst);
    expect(await entryOf()).toMatchObject({ state: "waiting", tries: 1, errorCode: "TARGET_DISABLED" });
  });
});

test("only superusers retry and drop, and nothing changes for others", async () => {
  await carryOut(await reset(first), unreachable);
  const { key, version } = await entryOf();
  for (const operationOf of [retryQueuedPassword, dropQueuedPassword]) {
    await expect(invoke(operationOf, room.context, room.as("ada"), { key })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(invoke(operationOf, room.context, root(), { key: "nothing" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  }
  expect(await entryOf()).toMatchObject({ version });
});
