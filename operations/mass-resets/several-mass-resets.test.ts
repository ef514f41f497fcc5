import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { passwordOf } from "#operations/mass-resets/engine/items.ts";
import { isBeingSet, isChangingNow } from "#operations/requests/engine/password-history.ts";
import { type MassResetRoom, openMassResetRoom } from "#test/support/mass-reset-room.ts";

let room: MassResetRoom;
beforeEach(async () => {
  room = await openMassResetRoom();
});
afterEach(() => room.close());

const onTarget = async (key: string, targetSystemKey: string) =>
  (await room.items(key)).filter((row) => row.targetSystemKey === targetSystemKey);

describe("a second mass reset over the same accounts", () => {
  test("is the newer change, also of an account whose password the first one has made and not sent yet", async () => {
    const { store, clock } = room;
    await store.transaction(() => store.save("targetGroups", { id: "DEFAULT", syncPasswords: true }));
    const first = await room.begin(await room.create());
    await room.next(first.key);
    // The accounts on T2 wait, as where something else has them in its hands.
    const nextTryAt = clock.now() + 1_000;
    const waiting = await onTarget(first.key, "T2");
    await store.transaction(() =>
      store.saveAll(
        "massResetAccounts",
        waiting.map(({ key }) => ({ key, nextTryAt })),
      ),
    );
    await room.carryOut(first.key);
    expect((await onTarget(first.key, "T2")).map(({ turn, sends }) => [turn, sends])).toEqual(
      Array.from({ length: 4 }, () => [1, 0]),
    );
    const second = await room.begin(await room.create({ delivery: "file" }));
    await room.carryOut(second.key);
    expect((await onTarget(second.key, "T2")).map(({ turn, result }) => [turn, result])).toEqual(
      Array.from({ length: 4 }, () => [2, "S"]),
    );
    clock.advance(1_000);
    await room.carryOut(first.key);
    expect((await onTarget(first.key, "T2")).map(({ result, errorCode, sends }) => [result, errorCode, sends])).toEqual(
      Array.from({ length: 4 }, () => ["F", "superseded", 0]),
    );
  });
});

describe("a password that a mass reset sets", () => {
  test("is known to be set while it is, to password senders and to changes of a group", async () => {
    const { context, store } = room;
    const { key } = await room.begin(await room.create({ condition: "id eq 'ada'", targetSystemKeys: ["T1"] }));
    const keys = await room.inHand(key);
    const [row] = await room.items(key);
    const [accountKeys, password] = [[row?.accountKey ?? ""], row && passwordOf(store, row)];
    const isChanging = () => store.transaction(() => isChangingNow(context, accountKeys, { forUpdate: true }));
    expect(await isBeingSet(context, accountKeys, password ?? new Secret(""))).toBe(true);
    expect(await isBeingSet(context, accountKeys, new Secret("another one"))).toBe(false);
    expect(await isChanging()).toBe(false);
    await room.proxy.orders([...keys]);
    expect(await isChanging()).toBe(true);
    await room.proxy.outcomes([{ operationKey: keys[0] ?? "", sends: 1, result: "F", code: "policy" }]);
    expect(await isChanging()).toBe(false);
    expect(await isBeingSet(context, accountKeys, password ?? new Secret(""))).toBe(false);
  });
});

describe("a password that its target system refuses as too weak", () => {
  const answerAll = async (key: string) => {
    const keys = await room.inHand(key);
    const orders = await room.proxy.orders([...keys]);
    const weak = { result: "F", code: "strength", message: "too weak" } as const;
    await room.proxy.outcomes(orders.map(({ operationKey, sends }) => ({ operationKey, sends, ...weak })));
    return orders.map(({ password }) => password?.use((text) => text));
  };

  test("is followed by another one, three at most", async () => {
    const { key } = await room.begin(await room.create({ condition: "id eq 'ada'", targetSystemKeys: ["T1"] }));
    const sent = [...(await answerAll(key)), ...(await answerAll(key)), ...(await answerAll(key))];
    expect([sent.length, new Set(sent).size]).toEqual([3, 3]);
    const [row] = await room.items(key);
    expect(row).toMatchObject({ result: "F", errorCode: "strength", message: "too weak", sends: 3, password: null });
  });

  test("leaves an older change in the queue, because the target system has taken none of the new ones", async () => {
    const { store, context, clock } = room;
    const { key } = await room.begin(await room.create({ condition: "id eq 'ada'", targetSystemKeys: ["T1"] }));
    await room.inHand(key);
    const [row] = await room.items(key);
    const [entry, other, now] = [context.ids.guid(), context.ids.guid(), clock.now()];
    await store.transaction(async () => {
      await store.save("massResetAccounts", { key: row?.key ?? "", turn: 2 });
      const of = { accountKey: row?.accountKey ?? "", accountName: "ada", targetSystemKey: "T1", place: "T1" };
      const asked = { requesterKey: other, recipientKey: other, operationKey: other, requestKey: other };
      const times = { lastTriedAt: now, queuedAt: now, expiresAt: now + 1_000_000 };
      const password = store.seal(new Secret("older"), { table: "passwordQueue", key: entry, column: "password" });
      await store.add("passwordQueue", { key: entry, code: "PWRS", turn: 1, ...of, ...asked, ...times, password });
    });
    for (let sends = 0; sends < 3; sends += 1) await answerAll(key);
    expect(await room.items(key)).toMatchObject([{ result: "F", errorCode: "strength", sends: 3 }]);
    expect(await store.get("passwordQueue", entry)).toMatchObject({ turn: 1, state: "waiting" });
  });

  test("is followed by one that the target system takes, and that is delivered", async () => {
    const chosen = { condition: "id eq 'ada'", targetSystemKeys: ["T1"], delivery: "file" };
    const { key } = await room.begin(await room.create(chosen));
    const [refused] = await answerAll(key);
    const [waiting] = await room.items(key);
    expect(waiting).toMatchObject({ result: null, errorCode: "strength" });
    await room.carryOut(key);
    const [row] = await room.items(key);
    expect(row).toMatchObject({ result: "S", errorCode: null, sends: 2 });
    const kept = row && passwordOf(room.store, row)?.use((text) => text);
    expect(kept).not.toBe(refused);
    expect(kept).toBe(waiting && passwordOf(room.store, waiting)?.use((text) => text));
  });

  test("ends the accounts of a group that synchronizes passwords, which may have it already", async () => {
    await room.store.transaction(() => room.store.save("targetGroups", { id: "DEFAULT", syncPasswords: true }));
    const { key } = await room.begin(await room.create({ condition: "id eq 'ada'" }));
    await answerAll(key);
    expect((await room.items(key)).map(({ result, errorCode }) => [result, errorCode])).toEqual(
      Array.from({ length: 2 }, () => ["F", "strength"]),
    );
  });

  test("ends a row of a mass reset that was stopped", async () => {
    const { key } = await room.begin(await room.create({ condition: "id eq 'ada'", targetSystemKeys: ["T1"] }));
    await answerAll(key);
    await room.store.transaction(() => room.store.save("runs", { key, state: "stopped" }));
    await room.carryOut(key);
    expect(await room.items(key)).toMatchObject([{ result: "F", errorCode: "strength", sends: 1, password: null }]);
  });
});
