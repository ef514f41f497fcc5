import { afterAll, beforeAll, expect, test } from "vitest";

import { openTestStore, type TestStore } from "#test/support/store.ts";

import type { Migration } from "../migrations/migration.ts";
import { planMigrations } from "./plan-migrations.ts";

let kept: TestStore;

beforeAll(async () => {
  kept = await openTestStore();
  await kept.store.transaction(() =>
    kept.store.addAll(
      "userPlaces",
      Array.from({ length: 300 }, (_, n) => ({ key: `p${n}`, department: "sales" })),
    ),
  );
});
afterAll(() => kept.close());

const planned: readonly Migration[] = [
  {
    name: "9002-writing",
    async up(schema) {
      await schema.addColumn("userPlaces", "desk", { type: "TEXT" });
      await schema.sequelize.query("UPDATE `userPlaces` SET `desk` = 'none'");
    },
  },
  { name: "9003-filling", up: async () => undefined, fill: async () => 0 },
  { name: "9004-taking", needs: 9003, up: (schema) => schema.dropTable("neverThere") },
  {
    name: "9005-unknown",
    async up() {
      throw new Error("it reads what an earlier one makes");
    },
  },
];

test("a plan names what would run, over how many rows and for how long, and changes nothing", async () => {
  const { databaseUrl } = kept;
  const plans = await planMigrations({ databaseUrl }, planned);
  expect(plans).toEqual([
    { name: "9002-writing", fills: false, tables: [{ table: "userPlaces", rows: 300 }], seconds: expect.any(Number) },
    { name: "9003-filling", fills: true, tables: [], seconds: 0 },
    { name: "9004-taking", fills: false, needs: 9003, tables: [{ table: "neverThere", rows: 0 }], seconds: 0 },
    { name: "9005-unknown", fills: false, tables: [], seconds: null },
  ]);
  expect(plans[0]?.seconds).toBeGreaterThan(0);
  expect(await planMigrations({ databaseUrl })).toEqual([]);
  expect(await kept.store.get("userPlaces", "p1")).not.toHaveProperty("desk");
});
