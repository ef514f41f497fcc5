import { afterEach, beforeEach, expect, test } from "vitest";

import { conflictGatherMs, conflictReminderMs } from "#domain/vault-run-limits.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";
import { openVaultOrder } from "#test/support/vault-room.ts";

import { tellDependants } from "./tell-dependants.ts";

let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [] } });
  await room.store.transaction(() => room.store.save("users", { key: room.keyOf("bob"), superuser: true }));
});
afterEach(() => room.close());

/** Returns the notices since the last call, after a time has passed. */
async function toldAfter(ms: number): Promise<readonly object[]> {
  const { store, clock, context } = room;
  const known = new Set((await store.select("notices")).map(({ key }) => key));
  clock.advance(ms);
  expect(await invoke(tellDependants, context, engineCaller("maintenance", "test"), {})).toEqual({ left: false });
  const rows = (await store.select("notices")).filter(({ key }) => !known.has(key));
  return rows.map(({ userKey, kind, requestKey, facts }) => ({ userKey, kind, requestKey, ...facts }));
}

test("dependants that have not taken a password are told of by a notice of their own, by the same pauses", async () => {
  const { store, context, clock } = room;
  const { managedAccountKey } = await openVaultOrder(room, "T1");
  const [first, second] = [context.ids.guid(), context.ids.guid()];
  const failing = { managedAccountKey, kind: "plugin", plugin: "keeper.mjs", failingSince: clock.now() } as const;
  await store.transaction(() => store.add("managedAccountDependants", { key: first, sequence: 1, ...failing }));
  await store.transaction(() => store.add("managedAccountDependants", { key: second, sequence: 2, ...failing }));
  const about = { userKey: room.keyOf("bob"), kind: "dependants", requestKey: null };
  expect(await toldAfter(conflictGatherMs)).toEqual([{ ...about, dependants: 2, fresh: 2 }]);
  await store.transaction(() => store.save("managedAccountDependants", { key: first, failingSince: null }));
  expect(await toldAfter(conflictReminderMs)).toEqual([{ ...about, dependants: 1, fresh: 0 }]);
  await store.transaction(() => store.save("managedAccountDependants", { key: second, failingSince: null }));
  expect(await toldAfter(conflictReminderMs)).toEqual([]);
});
