import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createReadCosts, type ReadCosts } from "./read-cost.ts";
import { openHandle, type SqliteHandle } from "./sqlite/sqlite-handles.ts";

let folder: string;
let handle: SqliteHandle;
let costs: ReadCosts;

const rows = 100_000;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "read-cost-"));
  handle = openHandle(join(folder, "test.db"), { readonly: false });
  handle.driver.exec(
    "CREATE TABLE `accounts` (`key` TEXT PRIMARY KEY, `userKey` TEXT, `name` TEXT); CREATE INDEX `accountsByUser` ON `accounts` (`userKey`);" +
      "CREATE TABLE `few` (`key` TEXT PRIMARY KEY, `name` TEXT); INSERT INTO `few` VALUES ('a', 'A');" +
      "CREATE VIEW `named` AS SELECT a.`key`, a.`name` FROM `accounts` a;" +
      // One row with a high number stands for the many before it.
      `INSERT INTO \`accounts\` (rowid, \`key\`) VALUES (${rows}, 'a')`,
  );
  costs = createReadCosts(handle);
});

afterAll(() => {
  handle.driver.close();
  rmSync(folder, { recursive: true, force: true });
});

const isLong = (text: string) =>
  costs.estimate(
    text,
    Array.from({ length: text.split("?").length - 1 }, () => "a"),
  ) >
  rows / 10;

test.each([
  "SELECT * FROM `accounts` t0 WHERE t0.`key` = ?",
  "SELECT * FROM `accounts` t0 WHERE t0.`key` IN (?, ?, ?)",
  "SELECT * FROM `accounts` t0 ORDER BY t0.`key` LIMIT ?",
  "SELECT * FROM `accounts` t0 WHERE t0.`userKey` IN (?, ?) ORDER BY t0.`key` LIMIT 100",
  "SELECT * FROM `accounts` t0 LEFT JOIN `accounts` j1 ON j1.`key` = t0.`userKey` WHERE t0.`key` = ?",
  "SELECT COUNT(*) AS `$t` FROM `accounts` t0",
  "SELECT COUNT(*) FROM `few` t0 WHERE gh_lower(t0.`name`) LIKE ?",
  "SELECT * FROM `named` t0 WHERE t0.`key` = ?",
])("is short: %s", (text) => expect(isLong(text)).toBe(false));

test.each([
  "SELECT * FROM `accounts` t0 WHERE INSTR(t0.`name`, ?) > 0 ORDER BY t0.`key` LIMIT 10",
  "SELECT COUNT(*) FROM `accounts` t0 WHERE t0.`key` > ?",
  "SELECT * FROM `accounts` t0 ORDER BY t0.`name` LIMIT 10",
  // An index finds the few of a user, but the functions tell that somebody means more than a key.
  "SELECT * FROM `accounts` t0 WHERE t0.`userKey` = ? AND INSTR(gh_lower(t0.`name`), ?) > 0",
  "SELECT * FROM `few` t0 WHERE EXISTS (SELECT 1 FROM `accounts` t1 WHERE t1.`name` = t0.`name`)",
  "SELECT * FROM `named` t0 WHERE t0.`name` = ?",
  "SELECT * FROM (SELECT t0.`key` FROM `accounts` t0 WHERE t0.`name` = ?) AS `rows`",
])("may be long: %s", (text) => expect(isLong(text)).toBe(true));

test("what goes through one table for each row of another one costs the product", () => {
  const product = "SELECT COUNT(*) FROM `accounts` t0 JOIN `accounts` j1 ON j1.`name` <> t0.`name`";
  expect(costs.estimate(product, [])).toBeGreaterThan(rows * rows * 0.1);
});

test("the rows of a table are counted anew while it grows", () => {
  const text = "SELECT * FROM `few` t0 WHERE t0.`name` <> ?";
  const before = costs.estimate(text, ["a"]);
  handle.driver.exec(`INSERT INTO \`few\` (rowid, \`key\`) VALUES (${rows}, 'b')`);
  expect(createReadCosts(handle).estimate(text, ["a"])).toBeGreaterThan(before * 1000);
});
