import { afterEach, beforeEach, expect, test } from "vitest";

import { openTestStore, type TestStore } from "#test/support/store.ts";

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
