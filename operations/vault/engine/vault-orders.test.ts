import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Outcome, TriedPassword } from "#domain/requests/order.ts";
import { orderSources } from "#operations/tables/order-sources.ts";
import { openSourceRoom, type SourceRoom } from "#test/support/order-source-contract.ts";
import { type OpenedOrder, newPassword, oldPassword, openVaultOrder } from "#test/support/vault-room.ts";

let opened: SourceRoom;
beforeEach(async () => {
  opened = await openSourceRoom(orderSources);
});
afterEach(() => opened.room.close());

const tried = (key: string, answer: TriedPassword["answer"], counts = false) => ({ key, answer, counts });

async function report({ orderKey }: OpenedOrder, outcome: Partial<Outcome>): Promise<void> {
  const whole = { operationKey: `vault:${orderKey}`, sends: 1, result: "S", ...outcome } as const;
  await opened.local.outcomes([whole]);
}

async function sent(order: OpenedOrder) {
  const [found] = await opened.local.orders([`vault:${order.orderKey}`]);
  return found;
}

async function stateOf({ orderKey, oldKey, newKey, managedAccountKey }: OpenedOrder) {
  const { store } = opened.room;
  const audited = await store.select("sesslog_full", { where: { operation: "RAND", ident: managedAccountKey } });
  return {
    result: (await store.get("vaultOrders", orderKey))?.result,
    old: (await store.get("vaultEntries", oldKey))?.status,
    made: (await store.get("vaultEntries", newKey))?.status,
    account: (await store.get("managedAccounts", managedAccountKey))?.status,
    audited: audited.map(({ result }) => result),
  };
}

describe("a new password that another node is to have first", () => {
  const peer = { key: "99999999-0000-4000-8000-000000000001", id: "berlin", registeredAt: 1 };
  const orderOf = async ({ orderKey }: OpenedOrder) => opened.room.store.get("vaultOrders", orderKey);
  const asked = { by: peer.id, logEpoch: 0, position: 0, without: [], max: 10_000 };
  /** Lets the other node fetch what there is, and say so with its next call. */
  const acknowledge = async () => {
    const { replication } = opened.room.store;
    const { vector } = await replication.read({ ...asked, vector: {} });
    await replication.read({ ...asked, vector });
  };
  beforeEach(async () => {
    const { store, context } = opened.room;
    Object.assign(context.settings, { vaultAcknowledgedBy: 2 });
    await store.transaction(() => store.save("nodes", peer));
  });

  test("waits for it, and leaves once it has said so", async () => {
    const order = await openVaultOrder(opened.room, "T1");
    expect(await sent(order)).toBeUndefined();
    expect(await orderOf(order)).toMatchObject({ sends: 0, nextTryAt: opened.room.clock.now() + 100, message: null });
    await opened.room.store.replication.read({ ...asked, vector: {} });
    opened.room.clock.advance(100);
    expect(await sent(order)).toBeUndefined();
    await acknowledge();
    opened.room.clock.advance(100);
    expect((await sent(order))?.password?.use((plain) => plain)).toBe(newPassword);
    // It may be on the target by now.
    Object.assign(opened.room.store.replication, { keptElsewhere: async () => new Set() });
    expect(await sent(order)).toBeDefined();
  });

  test("waits on after five seconds, and says why", async () => {
    const order = await openVaultOrder(opened.room, "T1");
    opened.room.clock.advance(6_000);
    expect(await sent(order)).toBeUndefined();
    const message = expect.stringContaining("no other node has the new password yet");
    expect(await orderOf(order)).toMatchObject({ sends: 0, nextTryAt: opened.room.clock.now() + 10_000, message });
    await acknowledge();
    opened.room.clock.advance(10_000);
    expect(await sent(order)).toBeDefined();
    expect(await orderOf(order)).toMatchObject({ sends: 1, message: null });
  });

  test("is set all the same after five seconds, where its policy says so", async () => {
    const order = await openVaultOrder(opened.room, "T1", { ifUnacknowledged: "goOn" });
    expect(await sent(order)).toBeUndefined();
    opened.room.clock.advance(6_000);
    expect(await sent(order)).toBeDefined();
  });

  test.each(["expelled", "paused", "joining"] as const)("does not count where that node is %s", async (state) => {
    const { store } = opened.room;
    const order = await openVaultOrder(opened.room, "T1");
    await acknowledge();
    await store.transaction(() => store.save("nodes", { key: peer.key, state }));
    expect(await sent(order)).toBeUndefined();
  });

  test("leaves at once where one node is enough", async () => {
    Object.assign(opened.room.context.settings, { vaultAcknowledgedBy: 1 });
    expect(await sent(await openVaultOrder(opened.room, "T1"))).toBeDefined();
  });
});

describe("a password that is to be set", () => {
  test("leaves with the one that holds until then, each under the key of its entry, when it is sent again", async () => {
    const order = await openVaultOrder(opened.room, "T1");
    const first = await sent(order);
    expect(first).toMatchObject({ code: "RAND", sends: 1, passwordKey: order.newKey, object: { name: "root" } });
    expect(first?.password?.use((plain) => plain)).toBe(newPassword);
    const [older] = (await sent(order))?.olderPasswords ?? [];
    expect([older?.key, older?.secret.use((plain) => plain)]).toEqual([order.oldKey, oldPassword]);
  });

  test("is confirmed, with one audit row, when the target has said that it opens", async () => {
    const order = await openVaultOrder(opened.room, "T1");
    await sent(order);
    await report(order, { tried: [tried(order.newKey, "opens")] });
    const state = { result: "S", old: "C", made: "C", account: "C", audited: ["S"] };
    expect(await stateOf(order)).toEqual(state);
    expect((await opened.room.store.get("managedAccounts", order.managedAccountKey))?.lastRandomized).not.toBeNull();
    expect(await sent(order)).toBeUndefined();
  });

  test.each([
    { what: "an hour", ms: 3_600_000 },
    { what: "a day", ms: 86_400_000 },
    { what: "30 days", ms: 30 * 86_400_000 },
  ])("is certain no more once its target refuses it, also where the clock was $what ahead before", async ({ ms }) => {
    const { room } = opened;
    const order = await openVaultOrder(room, "T1");
    const now = room.clock.now();
    room.clock.advance(ms);
    await sent(order);
    await report(order, { tried: [tried(order.newKey, "opens")] });
    expect(await stateOf(order)).toMatchObject({ made: "C", account: "C" });
    room.clock.set(now + 60_000);
    const first = await room.store.get("vaultOrders", order.orderKey);
    const [runKey, orderKey] = [first?.runKey ?? "", room.context.ids.guid()];
    const { managedAccountKey, newKey: entryKey } = order;
    await room.store.transaction(async () => {
      const asked = {
        openAccountKey: managedAccountKey,
        targetSystemKey: "T1",
        proxyServer: "local",
        act: "verify",
      } as const;
      await room.store.save("runs", { key: runKey, state: "running" });
      await room.store.add("vaultOrders", {
        key: orderKey,
        runKey,
        managedAccountKey,
        entryKey,
        ...asked,
        createdAt: 0,
      });
    });
    const verify = { ...order, orderKey };
    await sent(verify);
    const answers = [tried(order.newKey, "refused"), tried(order.oldKey, "refused")];
    await report(verify, { result: "F", code: "currentPassword", tried: answers });
    expect(await stateOf(order)).toMatchObject({ account: "conflict" });
  });

  test("stays uncertain after a success that says nothing of it", async () => {
    const order = await openVaultOrder(opened.room, "T1");
    await sent(order);
    await report(order, {});
    expect(await stateOf(order)).toEqual({ result: "F", old: "C", made: "U", account: "U", audited: ["F"] });
  });

  test("has failed with the target's words when the target does not take it", async () => {
    const order = await openVaultOrder(opened.room, "T1");
    await sent(order);
    await report(order, { result: "F", code: "strength", message: "needs 40 characters" });
    expect(await stateOf(order)).toEqual({ result: "F", old: "C", made: "failed", account: "C", audited: ["F"] });
    const entry = await opened.room.store.get("vaultEntries", order.newKey);
    expect(entry?.refusal).toBe("needs 40 characters");
  });

  test.each([
    { of: "has failed", answers: "none", made: "failed", account: "C" },
    { of: "is uncertain", answers: "its own", made: "U", account: "U" },
  ])("of an account that is gone $of when the target was asked about $answers", async ({ answers, made, account }) => {
    const order = await openVaultOrder(opened.room, "T1");
    await sent(order);
    const gone = { result: "F", code: "notFound", message: "no such object" } as const;
    await report(order, { ...gone, ...(answers !== "none" && { tried: [tried(order.newKey, "unknown")] }) });
    expect(await stateOf(order)).toEqual({ result: "F", old: "C", made, account, audited: ["F"] });
    const orders = await opened.room.store.select("vaultOrders", {
      where: { openAccountKey: order.managedAccountKey },
    });
    expect(orders.map(({ act }) => act)).toEqual(made === "U" ? ["verify"] : []);
  });

  test.each([
    { sends: 1, account: "conflict", why: "in conflict with the old one" },
    { sends: 2, account: "U", why: "uncertain, as an earlier send may set it," },
  ])("is $why when neither opens, and none of them is gone", async ({ sends, account }) => {
    const order = await openVaultOrder(opened.room, "T1");
    for (let send = 1; send <= sends; send += 1) await sent(order);
    const answers = [tried(order.newKey, "refused"), tried(order.oldKey, "refused")];
    await report(order, { sends, result: "F", code: "currentPassword", tried: answers });
    expect(await stateOf(order)).toEqual({ result: "F", old: "C", made: "U", account, audited: ["F"] });
  });

  test("does not fail while an earlier send may set it, though the old one still opens", async () => {
    const order = await openVaultOrder(opened.room, "T1");
    await sent(order);
    await sent(order);
    const answers = [tried(order.newKey, "refused"), tried(order.oldKey, "opens")];
    await report(order, { sends: 2, result: "F", code: "permission", tried: answers });
    expect(await stateOf(order)).toMatchObject({ result: "F", old: "C", made: "U", account: "U" });
  });

  test("of another account's entry a proxy says nothing that counts", async () => {
    const [order, other] = [await openVaultOrder(opened.room, "T1"), await openVaultOrder(opened.room, "T2")];
    await sent(order);
    const answers = [tried(other.newKey, "opens"), tried(order.newKey, "opens")];
    await report(order, { tried: answers });
    expect(await stateOf(other)).toMatchObject({ made: "U", account: "U" });
  });
});

test("a password that has turned out to be in force is not set again: the target is only asked whether it opens", async () => {
  const order = await openVaultOrder(opened.room, "T1");
  await sent(order);
  const { store } = opened.room;
  await store.transaction(() => store.save("vaultEntries", { key: order.newKey, status: "C", openedAt: 1 }));
  const again = await sent(order);
  expect(again).toMatchObject({ code: "PWVF", sends: 2, passwordKey: order.newKey });
  const told = { result: "F", code: "currentPassword", message: "no", sends: 2 } as const;
  await report(order, { ...told, tried: [tried(order.newKey, "refused", true)] });
  // Someone has changed it outside: that is a conflict, and nothing is overwritten.
  expect(await stateOf(order)).toMatchObject({ result: "F", made: "C", account: "conflict" });
});

test("a run that is paused or stopped sends nothing", async () => {
  const order = await openVaultOrder(opened.room, "T1");
  const { store } = opened.room;
  const runKey = (await store.get("vaultOrders", order.orderKey))?.runKey ?? "";
  for (const state of ["paused", "stopped"] as const) {
    await store.transaction(() => store.save("runs", { key: runKey, state }));
    expect(await sent(order)).toBeUndefined();
  }
  await store.transaction(() => store.save("runs", { key: runKey, state: "running" }));
  expect(await sent(order)).toMatchObject({ sends: 1 });
});

test("with one try left the likeliest password is tried alone, nothing is set, and that it opens makes the tries forgotten", async () => {
  const order = await openVaultOrder(opened.room, "T1", { lockoutTries: 3 });
  const { store } = opened.room;
  expect((await sent(order))?.code).toBe("RAND");
  await report(order, { result: "F", code: "broken", tried: [tried(order.newKey, "unknown", true)] });
  const again = await sent(order);
  expect(again).toMatchObject({ code: "PWVF", sends: 2, passwordKey: order.newKey });
  expect(again?.olderPasswords).toBeUndefined();
  await report(order, { sends: 2, tried: [tried(order.newKey, "opens", true)] });
  expect(await stateOf(order)).toMatchObject({ result: "S", made: "C", account: "C" });
  expect((await store.get("managedAccounts", order.managedAccountKey))?.triedAt).toEqual([]);
});

test("tries that count are remembered, and the one that may lock the account is not made", async () => {
  const order = await openVaultOrder(opened.room, "T1", { lockoutTries: 3 });
  const { store } = opened.room;
  await sent(order);
  const answers = [tried(order.newKey, "refused", true), tried(order.newKey, "unknown", true)];
  await report(order, { result: "F", code: "broken", tried: answers });
  expect((await store.get("managedAccounts", order.managedAccountKey))?.triedAt).toHaveLength(2);
  expect(await sent(order)).toBeUndefined();
  const waits = await store.get("vaultOrders", order.orderKey);
  expect(waits).toMatchObject({ result: null, sends: 1 });
  expect(waits?.nextTryAt).toBeGreaterThan(opened.room.context.clock.now());
});
