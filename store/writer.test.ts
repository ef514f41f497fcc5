import { afterEach, beforeEach, expect, test } from "vitest";

import { openTestStore, type TestStore } from "#test/support/store.ts";

import { withDatabase } from "./database.ts";

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore();
});
afterEach(() => opened.close());

const named = (id: string) => ({ id, description: id, mode: "push", managedByNode: "node1", ...rules }) as const;
const rules = { changeIntervalHours: 0, checkoutMaxMinutes: 60, disclosurePlugins: [] };

test("rows that are saved together have different keys, and of doubled ones nothing is written", async () => {
  const { store } = opened;
  const doubled = store.transaction(() => store.saveAll("managedSystemPolicies", ["A", "B", "A"].map(named)));
  await expect(doubled).rejects.toMatchObject({
    code: "INTERNAL",
    detail: "the row 'A' of managedSystemPolicies is saved twice together",
  });
  expect(await store.count("managedSystemPolicies", {})).toBe(0);
  const saved = await store.transaction(() => store.saveAll("managedSystemPolicies", ["B", "A"].map(named)));
  expect(saved.map(({ id }) => id)).toEqual(["B", "A"]);
});

test("columns have stamps of their own only in tables that are logged, because nobody else compares them", async () => {
  const { store, databaseUrl } = opened;
  const target = { key: "counts", runKey: "run", targetSystemKey: "T1" };
  await store.transaction(async () => {
    await store.add("massResetTargets", target);
    await store.add("userClasses", { id: "LOGGED", description: "" });
  });
  await store.transaction(async () => {
    await store.save("massResetTargets", { key: "counts", done: 1 });
    await store.save("userClasses", { id: "LOGGED", description: "new" });
  });
  const stamped = (table: string) =>
    withDatabase({ databaseUrl }, async ({ read }) => {
      const [row] = await read(`SELECT \`version\`, \`_v\` FROM \`${table}\` WHERE \`version\` = 2`);
      return Object.keys(JSON.parse(String(row?.["_v"])) as object);
    });
  expect(await stamped("massResetTargets")).toEqual(["key"]);
  expect(await stamped("userClasses")).toEqual(["id", "description"]);
});
