import { afterEach, beforeEach, expect, test } from "vitest";

import { oneOf } from "#domain/query/condition.ts";
import { recordStatements } from "#test/support/record-statements.ts";
import { openTestStore, type TestStore } from "#test/support/store.ts";

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore({ dialect: "sqlite" });
});
afterEach(() => opened.close());

test("lists of similar lengths are one statement, and find what they name", async () => {
  const { store } = opened;
  const users = Array.from({ length: 70 }, (_, index) => ({ key: `key-${index}`, id: `user-${index}` }));
  await store.transaction(() => store.addAll("users", users));
  const found: number[] = [];
  const texts = await recordStatements(async () => {
    for (const length of [1, 5, 7, 8, 33, 64, 70]) {
      const keys = users.slice(0, length).map(({ key }) => key);
      found.push((await store.select("users", { where: oneOf("key", keys) })).length);
    }
  });
  expect(found).toEqual([1, 5, 7, 8, 33, 64, 70]);
  expect(new Set(texts).size).toBe(4);
});
