import { expect, test } from "vitest";

import * as all from "../migrations/all.ts";
import type { Migration } from "../migrations/migration.ts";
import { migrationNames } from "./migration-names.ts";

test("the names that a database is asked for are those of the migrations that are carried out", () => {
  const carriedOut = Object.values<Migration>(all).map(({ name }) => name);
  expect(migrationNames()).toEqual(carriedOut.toSorted());
});
