import { expect, it, test } from "vitest";

import { secondsOf, workOf } from "./migration-plan.ts";

it.each([
  ["CREATE INDEX `users_mail` ON `users` (`mail`)", "users", "reads each row"],
  ["CREATE UNIQUE INDEX `a` ON `accounts` (`key`)", "accounts", "reads each row"],
  ["ALTER TABLE `users` ADD UNIQUE INDEX `x` (`id`)", "users", "reads each row"],
  ["ALTER TABLE `users` ADD `nick` TEXT", "users", "leaves the rows alone"],
  ["ALTER TABLE `users` DROP COLUMN `nick`", "users", "writes each row"],
  ["UPDATE `users` SET `nick` = 1", "users", "writes each row"],
  ["INSERT INTO `b` (`x`) SELECT `x` FROM `accounts` WHERE 1", "accounts", "writes each row"],
  ["DROP TABLE IF EXISTS `old`", "old", "leaves the rows alone"],
])("the work of a statement is known: %s", (statement, table, work) => {
  expect(workOf(statement)).toEqual({ table, work });
});

it.each(["CREATE TABLE `new` (`key` TEXT)", "PRAGMA table_info(`users`)", "INSERT INTO `a` (`x`) VALUES (1)"])(
  "a statement that concerns no rows is none: %s",
  (statement) => {
    expect(workOf(statement)).toBeUndefined();
  },
);

test("the time rises with the rows, and a server takes longer than a file", () => {
  expect(secondsOf("writes each row", 1_000_000, "sqlite")).toBe(12);
  expect(secondsOf("writes each row", 1_000_000, "mariadb")).toBeGreaterThan(12);
  expect(secondsOf("leaves the rows alone", 1_000_000, "mariadb")).toBe(0);
});
