import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { oneOf } from "#domain/query/condition.ts";
import { passwordOf } from "#operations/mass-resets/engine/items.ts";
import { type MassResetRoom, openMassResetRoom } from "#test/support/mass-reset-room.ts";

import { engineCaller } from "../kernel/callers.ts";
import { invoke } from "../kernel/invoke.ts";
import { stopMassReset } from "./change-mass-resets.ts";
import { massResetProgress } from "./read-mass-resets.ts";

let room: MassResetRoom;
beforeEach(async () => {
  room = await openMassResetRoom();
});
afterEach(() => room.close());

/** Starts a mass reset of all accounts whose run plans one account in each of its steps. */
async function beginInParts(terms: object): Promise<string> {
  const { store, context } = room;
  const { key: massResetKey } = await room.begin(await room.create(terms));
  await store.transaction(async () => {
    const [part] = await store.select("massResetParts", { where: { massResetKey } });
    await store.remove("massResetParts", part?.key ?? "");
    // The accounts of the same person are far from each other.
    const where = oneOf("key", part?.keys ?? []);
    const accounts = await store.select("accounts", { where, orderBy: [["targetSystemKey", "asc"]] });
    for (const [position, { key }] of accounts.entries())
      await store.add("massResetParts", {
        key: context.ids.guid(),
        massResetKey,
        of: "planned",
        position,
        keys: [key],
      });
  });
  return massResetKey;
}

describe("a mass reset that is planned in several steps", () => {
  test("delivers all passwords of a person at once, when the last of their accounts has ended", async () => {
    await room.store.transaction(async () => {
      for (const id of ["ada", "bob", "cy", "dan"])
        await room.store.add("userCredentials", {
          key: room.context.ids.guid(),
          userKey: room.keyOf(id),
          type: "OneTimeCode",
          lastChanged: 0,
        });
    });
    const key = await beginInParts({ delivery: "myAccess" });
    await room.carryOut(key);
    const deliveries = await room.store.select("passwordDeliveries", { where: { massResetKey: key } });
    expect(deliveries.map(({ accounts }) => accounts)).toEqual([2, 2, 2, 2]);
  });

  test("gives accounts of a group that synchronizes passwords one password for each person", async () => {
    await room.store.transaction(() => room.store.save("targetGroups", { id: "DEFAULT", syncPasswords: true }));
    const key = await beginInParts({ delivery: "file" });
    await room.carryOut(key);
    const byPerson = Map.groupBy(await room.items(key), ({ userKey }) => userKey);
    const texts = [...byPerson.values()].map(
      (rows) => new Set(rows.map((row) => passwordOf(room.store, row)?.use((text) => text))),
    );
    expect(texts.map(({ size }) => size)).toEqual([1, 1, 1, 1]);
  });

  test("goes on at once while it plans, because nothing begins before all are planned", async () => {
    const key = await beginInParts({});
    for (let steps = 0; steps < 8; steps += 1)
      expect(await room.next(key)).toMatchObject({ lanes: [], waitMs: 0, again: true });
    const step = await room.next(key);
    expect(step).toMatchObject({ lanes: [{ targetSystemKey: "T1" }, { targetSystemKey: "T2" }] });
    expect(step).not.toHaveProperty("again");
  });

  test("has a row for each account also when it is stopped meanwhile, and none of them is reset", async () => {
    const key = await beginInParts({});
    for (let steps = 0; steps < 3; steps += 1) await room.next(key);
    const operator = engineCaller("cli", "test");
    await invoke(stopMassReset, room.context, operator, { key });
    await room.carryOut(key);
    const counts = await invoke(massResetProgress, room.context, operator, { key });
    expect(counts).toEqual({ accounts: 8, done: 0, failed: 0, leftOut: 8, open: 0 });
    const rows = await room.items(key);
    expect(rows.map(({ result, message, endedAt }) => [result, message, endedAt])).toEqual(
      Array.from({ length: 8 }, () => ["X", "The run was stopped before.", room.clock.now()]),
    );
    expect(await room.state(key)).toMatchObject({ state: "stopped", endedAt: room.clock.now() });
    expect(await room.store.count("massResetParts")).toBe(0);
  });
});
