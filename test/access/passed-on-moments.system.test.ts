// @databases sqlite mariadb
import { afterEach, beforeEach, expect, test } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { type Database, openDatabase } from "#store/database.ts";

import { namedObject } from "../support/named-object.ts";
import { openTestStore, type TestStore } from "../support/store.ts";

const hourMs = 3_600_000;
const clock = new ManualClock();
let opened: TestStore;
let database: Database;

beforeEach(async () => {
  opened = await openTestStore({ clock });
  database = openDatabase({ databaseUrl: opened.databaseUrl });
});
afterEach(async () => {
  await database.close();
  await opened.close();
});

test("access with an end that goes to another owner by a discovery gets a moment of its own, and no other access does", async () => {
  const { store } = opened;
  const until = clock.now() + hourMs;
  await store.transaction(async () => {
    await store.add("users", { key: "ann", id: "ann", displayName: "Ann" });
    await store.save("groups", { key: "staff", ...namedObject("staff") });
    for (const name of ["ann", "ben"]) {
      await store.save("accounts", { key: `a-${name}`, ...namedObject(name), userKey: null });
      await store.add("groupMemberships", { key: `m-${name}`, groupKey: "staff", accountKey: `a-${name}` });
    }
  });
  await store.transaction(async () => {
    for (const { key } of await store.select("grants", { where: { kind: "membership" } }))
      await store.save("grants", { key, until });
  });
  await database.transactions.run(() => database.write("DELETE FROM `moments`"));
  await store.transaction(() => store.loads.associate("T1", null));
  const open = await store.select("grants", { where: { userKey: "ann", endedAt: null }, orderBy: [["kind", "asc"]] });
  expect(open.map(({ kind, until: end }) => [kind, end])).toEqual([
    ["account", null],
    ["membership", until],
  ]);
  const moments = await database.read("SELECT `key`, `kind` FROM `moments`");
  expect(moments).toEqual([{ key: open[1]?.key, kind: "grant" }]);
});
