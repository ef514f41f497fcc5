import { expect, test } from "vitest";

import { addedColumn } from "./stamp-added-columns.ts";

test.each([
  ["ALTER TABLE `userPlaces` ADD `department` VARCHAR(190);", { table: "userPlaces", column: "department" }],
  ["ALTER TABLE `users` ADD COLUMN `displayName` TEXT;", { table: "users", column: "displayName" }],
  ["ALTER TABLE `nodeLinks` ADD `held` LONGTEXT;", undefined],
  ["ALTER TABLE `users` ADD `_v` LONGTEXT;", undefined],
  ["ALTER TABLE `sesslog_full` ADD `message` LONGTEXT;", undefined],
  ["CREATE TABLE `userPlaces` (`department` VARCHAR(190));", undefined],
])("of '%s' the added column is %s", (statement, added) => {
  expect(addedColumn(statement)).toEqual(added);
});
