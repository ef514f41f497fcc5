// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import type { Predicate } from "#domain/predicate.ts";
import { matches } from "#domain/predicate.ts";

import { openTestStore, type TestStore } from "./support/store.ts";

let opened: TestStore;

beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

/** The same sequence of numbers in every run, so a failure can be repeated. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = seeded(20_261_121);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const texts = ["a", "A", "a ", "ä", "o'brien", "100%", "under_score", "back\\slash", "!", "", "日本", "😀日本", "😀"];
const operators = ["eq", "ne", "lt", "le", "gt", "ge"] as const;

function randomPredicate(depth: number): Predicate {
  const kind = depth === 0 ? "compare" : pick(["compare", "compare", "and", "or", "not", "in", "exists", "startsWith"]);
  if (kind === "and" || kind === "or")
    return { op: kind, of: Array.from({ length: Math.floor(random() * 3) }, () => randomPredicate(depth - 1)) };
  if (kind === "not") return { op: "not", of: randomPredicate(depth - 1) };
  if (kind === "startsWith") return { op: kind, column: "displayName", value: pick([...texts, "back", "o'", "日"]) };
  if (kind === "in")
    return {
      op: "in",
      column: "displayName",
      values: Array.from({ length: Math.floor(random() * 3) }, () => pick(texts)),
    };
  if (kind === "exists")
    return { op: "exists", relation: "accounts", where: { op: "eq", column: "shortId", value: pick(texts) } };
  const column = pick(["displayName", "failures", "locked", "managerKey"]);
  if (column === "locked") return { op: pick(["eq", "ne"] as const), column, value: pick([true, false]) };
  if (column === "failures") return { op: pick(operators), column, value: pick([0, 1, 2, 3]) };
  return { op: pick(["eq", "ne"] as const), column, value: pick([...texts, null]) };
}

test("1,000 random predicates give the same rows in SQL and in memory", async () => {
  const { store } = opened;
  await store.transaction(async () => {
    for (let index = 0; index < 40; index++) {
      const key = `user-${index}`;
      await store.save("users", {
        key,
        id: `id-${index}`,
        displayName: pick([...texts, null]),
        failures: Math.floor(random() * 4),
        locked: random() < 0.5,
        managerKey: pick([null, "a"]),
      });
      if (random() < 0.5) {
        const shortId = pick(texts);
        await store.save("accounts", {
          key: `account-${index}`,
          targetSystemKey: "T",
          stableId: shortId,
          longId: shortId,
          shortId,
          displayId: shortId,
          userKey: key,
        });
      }
    }
  });
  const users = await store.select("users");
  const accounts = await store.select("accounts");
  const related = (_relation: string, row: Readonly<Record<string, unknown>>) =>
    accounts.filter(({ userKey }) => userKey === row["key"]);
  for (let round = 0; round < 1000; round++) {
    const where = randomPredicate(3);
    const inMemory = users.filter((user) => matches(where, user, related)).map(({ key }) => key);
    const inSql = (await store.select("users", { where })).map(({ key }) => key);
    expect({ where, keys: inSql.toSorted() }).toEqual({ where, keys: inMemory.toSorted() });
  }
});
