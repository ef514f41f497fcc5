import { afterEach, beforeEach, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { addEntries, lockTrees, raiseEntries, type Rise } from "#operations/vault/engine/entries.ts";
import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";
import { callContext } from "#test/support/managed-room.ts";

let room: CheckoutRoom;

beforeEach(async () => {
  room = await openCheckoutRoom();
});
afterEach(() => room.close());

/** Writes the results of a target about entries of the account. */
const say = (rises: readonly Rise[]) =>
  room.store.transaction(async () => {
    const call = callContext(room);
    await raiseEntries(call, await lockTrees(call, [room.accountKey]), rises);
  });

/** Writes an uncertain password: it is unknown whether it was set. */
const addUncertain = (password: string) =>
  room.store.transaction(async () => {
    const call = callContext(room);
    const trees = await lockTrees(call, [room.accountKey]);
    const made = { managedAccountKey: room.accountKey, origin: "randomized", createdBy: null, runKey: null } as const;
    const [entry] = await addEntries(call, trees, [{ ...made, secret: new Secret(password) }]);
    return entry?.key ?? "";
  });

it("a password that turns out to be in force after all, which somebody has returned, is changed without anybody asking", async () => {
  const lost = await addUncertain("thought-to-be-lost-1");
  const key = String((await room.ask("trudy")).json.key);
  expect(await room.reveal("trudy", key)).toEqual(["thought-to-be-lost-1", room.first]);
  expect((await room.call("trudy", "POST", `checkouts(${key})/checkIn`, {})).status).toBe(200);
  const at = () => room.context.clock.now();
  await say([{ key: lost, status: "failed", settledAt: at(), refusedAt: at() }]);
  room.clock.advance(1_000);
  await room.changePassword("the-next-one-1");
  expect((await room.ask("tom")).status).toBe(201);
  expect(await room.checkout(key)).toMatchObject({ awaitsChange: false, changedAt: expect.any(Number) });
  const toms = (await room.store.select("checkouts", { where: { status: "checkedOut" } }))[0]?.key ?? "";
  expect((await room.call("tom", "POST", `checkouts(${toms})/checkIn`, {})).status).toBe(200);
  room.clock.advance(1_000);
  await room.changePassword("the-last-one-1");
  const runsBefore = await room.store.select("runs");
  const [youngest] = await room.store.select("vaultEntries", { orderBy: [["createdAt", "desc"]], limit: 1 });
  await say([
    { key: lost, status: "C", settledAt: at(), openedAt: at() + 1 },
    { key: youngest?.key ?? "", refusedAt: at() + 1 },
  ]);
  // Found in one second, requested in the next.
  for (let second = 0; second < 2; second += 1) await room.moments();
  expect(await room.checkout(key)).toMatchObject({ awaitsChange: true, changedAt: null });
  const known = new Set(runsBefore.map((run) => run.key));
  const runs = (await room.store.select("runs")).filter((run) => !known.has(run.key));
  expect(runs).toMatchObject([{ reason: "checkIn", accountKeys: [room.accountKey] }]);
  expect((await room.ask("tom")).json.error.code).toBe("CHECKOUT_NOT_FREE");
});
