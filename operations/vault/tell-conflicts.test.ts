import { afterEach, beforeEach, expect, test } from "vitest";

import {
  conflictGatherMs,
  conflictNoticeMs,
  conflictReminderMs,
  conflictSystemsToldMax,
} from "#domain/vault-run-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { callerOf } from "#test/support/service.ts";
import { openVaultOrder } from "#test/support/vault-room.ts";

import { lockTrees, raiseEntries, type Rise } from "./engine/entries.ts";
import { tellConflicts } from "./tell-conflicts.ts";

let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf("bob"), superuser: true });
  });
});
afterEach(() => room.close());

const engine = callerOf({ key: "", id: "engine", superuser: false }, { kind: "engine", key: null });

/** Records the target's answers about passwords of an account. */
async function raise(managedAccountKey: string, rises: readonly Rise[]): Promise<void> {
  const { store, context } = room;
  const call: CallContext = { ...context, caller: engine, visible: new Map(), operationId: null, startedAt: 0 };
  await store.transaction(async () => raiseEntries(call, await lockTrees(call, [managedAccountKey]), rises));
}

/** Adds an account whose target accepts no password anymore. */
async function addConflict() {
  const opened = await openVaultOrder(room, "T1");
  const { managedAccountKey, oldKey, newKey } = opened;
  const refusedAt = room.clock.now();
  await raise(managedAccountKey, [
    { key: oldKey, refusedAt },
    { key: newKey, refusedAt },
  ]);
  expect(await room.store.get("managedAccounts", managedAccountKey)).toMatchObject({
    status: "conflict",
    conflictSince: refusedAt,
  });
  return opened;
}

/** Returns the notices since the last call, after a time has passed. */
async function toldAfter(ms: number): Promise<readonly object[]> {
  const { store, clock, context } = room;
  const known = new Set((await store.select("notices")).map(({ key }) => key));
  clock.advance(ms);
  expect(await invoke(tellConflicts, context, engineCaller("maintenance", "test"), {})).toEqual({ left: false });
  const rows = (await store.select("notices")).filter(({ key }) => !known.has(key));
  return rows.map(({ userKey, kind, requestKey, facts }) => ({ userKey, kind, requestKey, ...facts }));
}
const told = (accounts: number, fresh: number) => ({
  userKey: room.keyOf("bob"),
  kind: "conflicts",
  requestKey: null,
  accounts,
  fresh,
  systems: `system ${accounts}`,
  moreSystems: 0,
});

test("those who may have passwords verified are told a minute later, of all that came with it, and once", async () => {
  await addConflict();
  expect(await toldAfter(conflictGatherMs - 6_000)).toEqual([]);
  await addConflict();
  expect(await toldAfter(6_000)).toEqual([told(2, 2)]);
  expect(await toldAfter(conflictNoticeMs)).toEqual([]);
});

test("the first is not told before what may come with it, also where it was found this very second", async () => {
  await addConflict();
  expect([await toldAfter(0), await toldAfter(4_000), await toldAfter(4_000)]).toEqual([[], [], []]);
  expect(await toldAfter(conflictGatherMs)).toEqual([told(1, 1)]);
});

test("one whose transaction may not have ended yet is counted by the next notice", async () => {
  await addConflict();
  expect(await toldAfter(conflictGatherMs - 1)).toEqual([]);
  await addConflict();
  expect(await toldAfter(1)).toEqual([told(2, 1)]);
  expect(await toldAfter(conflictNoticeMs)).toEqual([told(2, 1)]);
});

test("hundreds that follow one after the other are one notice an hour, and one a day while they last", async () => {
  await addConflict();
  expect(await toldAfter(conflictGatherMs)).toEqual([told(1, 1)]);
  for (let count = 0; count < 50; count += 1) {
    await addConflict();
    expect(await toldAfter(1_000)).toEqual([]);
  }
  expect(await toldAfter(conflictNoticeMs)).toEqual([told(51, 50)]);
  expect(await toldAfter(conflictReminderMs - 1)).toEqual([]);
  expect(await toldAfter(1)).toEqual([told(51, 0)]);
});

test("the managed systems are named with their counts, the most first, and how many more there are", async () => {
  const systems = Array.from({ length: conflictSystemsToldMax + 2 }, (_, index) => `system${index}`);
  for (const [index, managedSystemKey] of systems.entries())
    for (let count = 0; count <= index % 2; count += 1) {
      const { managedAccountKey: key } = await addConflict();
      await room.store.transaction(() => room.store.save("managedAccounts", { key, managedSystemKey }));
    }
  expect(await toldAfter(conflictGatherMs)).toEqual([
    {
      ...told(10, 10),
      systems: "system1 2, system3 2, system5 2, system0 1, system2 1, …",
      moreSystems: 2,
    },
  ]);
});

test("what is settled before is told to nobody, and what opens is in conflict no more", async () => {
  const { managedAccountKey, oldKey } = await addConflict();
  room.clock.advance(1);
  await raise(managedAccountKey, [{ key: oldKey, openedAt: room.clock.now() }]);
  expect(await room.store.get("managedAccounts", managedAccountKey)).toMatchObject({ conflictSince: null });
  expect(await toldAfter(conflictReminderMs)).toEqual([]);
});
