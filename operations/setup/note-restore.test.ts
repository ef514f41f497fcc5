import { afterEach, beforeEach, expect, test } from "vitest";

import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { readTrees } from "#operations/vault/engine/entries.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { openVaultOrder } from "#test/support/vault-room.ts";

import { noteRestore } from "./note-restore.ts";

let room: RequestRoom;
const engine = engineCaller("idtm", "test");
const note = (asked?: boolean) => invoke(noteRestore, room.context, engine, asked === undefined ? {} : { asked });

beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [], T2: [{ authorizers: ["bob"] }] } });
});
afterEach(() => room.close());

/** Adds a managed account with one password, which is confirmed and was shown as certain. */
async function confirmedAccount(): Promise<string> {
  const { managedAccountKey: key, orderKey, newKey } = await openVaultOrder(room, "T1");
  await room.store.transaction(async () => {
    await room.store.save("vaultOrders", { key: orderKey, result: "S", openAccountKey: null });
    await room.store.save("vaultEntries", { key: newKey, status: "failed", refusal: "It was never sent." });
    await room.store.save("managedAccounts", { key, status: "C" });
  });
  expect((await readTrees(room.store, [key])).get(key)?.tree.state).toBe("C");
  return key;
}

test("a database that is no restored one is left as it is", async () => {
  await confirmedAccount();
  const before = await room.store.changeLog.read(0, 10_000);
  expect(await note()).toBeNull();
  expect(await room.store.changeLog.read(0, 10_000)).toEqual(before);
});

test("after a restore no password is certain before its target was asked, which begins at once", async () => {
  const keys = [await confirmedAccount(), await confirmedAccount()];
  expect(await note(true)).toMatchObject({ accounts: 2 });
  for (const key of keys) {
    expect(await room.store.get("managedAccounts", key)).toMatchObject({ status: "U", doubt: "restored" });
    expect((await readTrees(room.store, [key])).get(key)?.tree).toMatchObject({ state: "U", giveOut: [{}] });
  }
  const runs = await room.store.select("runs", { where: { state: "queued" } });
  expect(runs).toMatchObject([{ kind: "verify", reason: "settle", accountKeys: null }]);
});

test("what was never sent by then is sent as if it had been, so that its target is looked at first; what has ended stays", async () => {
  const waiting = await room.submit([{ code: "ACUA", targetSystemKey: "T2" }]);
  const open = await room.submit([{ code: "ACUA", targetSystemKey: "T1" }]);
  const order = await openVaultOrder(room, "T1");
  expect(await note(true)).toMatchObject({ operations: 3 });
  for (const request of [waiting, open]) expect(await room.operations(request)).toMatchObject([{ sends: 1 }]);
  expect(await room.store.get("vaultOrders", order.orderKey)).toMatchObject({ sends: 1 });
  await room.step(open);
  const [sent] = await room.proxy.orders((await room.operations(open)).map(({ key }) => key));
  expect(sent).toMatchObject({ sends: 2 });
  // A second call changes nothing of the sent operations.
  expect(await note(true)).toMatchObject({ operations: 0 });
});
