import { afterEach, beforeEach, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { rememberPassword } from "../../requests/engine/password-history.ts";
import { isUsedElsewhere } from "./unique-password.ts";

// Whoever could tell a refusal or its time apart would learn which password another account has.

let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom({ targets: { T1: [], T2: [], T3: [] } });
  await room.store.transaction(async () => {
    const group = { passwordPolicyId: "DEFAULT", passwordChangeRestriction: "anyNumber" } as const;
    await room.store.save("targetGroups", { id: "G", ...group, uniquePasswords: true });
    for (const id of ["T1", "T2", "T3"]) {
      const names = { stableId: id, longId: id, shortId: id, displayId: id };
      await room.store.save("targetSystems", { id, targetGroup: "G" });
      await room.store.save("accounts", { key: id, targetSystemKey: id, userKey: room.keyOf("ada"), ...names });
    }
  });
});
afterEach(() => room.close());

/** Adds a password to the history of an account, as the end of an operation does. */
async function remember(accountKey: string, text: string): Promise<void> {
  const { store, ids } = room.context;
  const key = ids.guid();
  const password = store.seal(new Secret(text), { table: "requestOperations", key, column: "password" });
  const operation = { key, password } as Parameters<typeof rememberPassword>[1];
  await store.transaction(() => rememberPassword(room.context, operation, accountKey));
}

/** Returns the answer about a password for the account on T1, and the tables that were read. */
async function asked(text: string): Promise<readonly [isUsed: boolean, read: readonly string[]]> {
  const read: string[] = [];
  const { select } = room.store;
  const watched: typeof select = (table, query) => {
    read.push(table);
    return select(table, query);
  };
  const subject = { targetSystemKey: "T1", accountKey: "T1", userKey: room.keyOf("ada") };
  const store = { ...room.store, select: watched };
  return [await isUsedElsewhere({ store }, new Secret(text), [subject]), read];
}

test("the same is read whether another account has the password, had it, or never did, and however many there are", async () => {
  for (const text of ["earlier", "present"]) await remember("T2", text);
  const [isUsed, read] = await asked("present");
  expect(isUsed).toBe(true);
  expect(await asked("earlier")).toEqual([false, read]);
  expect(await asked("never")).toEqual([false, read]);
  await remember("T3", "another");
  expect(await asked("another")).toEqual([true, read]);
  expect(read.filter((table) => table === "passwordHistories" || table === "passwordDigests")).toHaveLength(2);
});
