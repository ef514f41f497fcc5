import { afterEach, beforeEach, expect, test } from "vitest";

import { batchRowsMax } from "#domain/limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { openVaultOrder } from "#test/support/vault-room.ts";

import { dropRuns } from "./drop-runs.ts";

const dayMs = 86_400_000;
let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
});
afterEach(() => room.close());

const drop = () => invoke(dropRuns, room.context, engineCaller("maintenance", "test"), {});
const runKeys = async () => (await room.store.select("runs")).map(({ key }) => key).toSorted();

/** Adds a run that ended some days ago, or is in progress, with one order, open or not. */
async function addRun(days: number | null, isOpen = false): Promise<string> {
  const { store, clock } = room;
  const { orderKey } = await openVaultOrder(room, "T1");
  const { runKey = "" } = (await store.get("vaultOrders", orderKey)) ?? {};
  await store.transaction(async () => {
    if (!isOpen) await store.save("vaultOrders", { key: orderKey, result: "S", openAccountKey: null, endedAt: 1 });
    if (days !== null)
      await store.save("runs", { key: runKey, state: "ended", endedAt: clock.now() - days * dayMs - 1 });
  });
  return runKey;
}

test("a run goes with its orders when it has been over for 90 days; its entries stay, and so does what is open", async () => {
  const { store } = room;
  const [old] = [await addRun(90), await addRun(120)];
  const kept = [await addRun(89), await addRun(null), await addRun(200, true)];
  const [entries, accounts] = [await store.count("vaultEntries"), await store.select("managedAccounts")];
  expect(old).not.toBe("");
  expect([await drop(), await drop(), await drop()]).toEqual([{ left: true }, { left: false }, { left: false }]);
  expect(await runKeys()).toEqual(kept.toSorted());
  expect(await store.count("vaultOrders")).toBe(kept.length);
  expect(await store.count("vaultEntries")).toBe(entries);
  expect(await store.select("managedAccounts")).toEqual(accounts);
});

test("of a large run a bounded part goes at once, and the run itself at last", async () => {
  const { store, context } = room;
  const runKey = await addRun(100);
  const [order] = await store.select("vaultOrders");
  const { managedAccountKey = "" } = order ?? {};
  const made = { runKey, managedAccountKey, targetSystemKey: "T1", act: "set", result: "S", createdAt: 1 } as const;
  await store.transaction(() =>
    store.addAll(
      "vaultOrders",
      Array.from({ length: batchRowsMax }, () => ({ key: context.ids.guid(), ...made })),
    ),
  );
  expect(await drop()).toEqual({ left: true });
  expect([await store.count("vaultOrders"), await runKeys()]).toEqual([1, [runKey]]);
  expect(await drop()).toEqual({ left: false });
  expect([await store.count("vaultOrders"), await runKeys()]).toEqual([0, []]);
});
