import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type Database, openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { managedGroups } from "./0132-managed-groups.ts";

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-managed-groups-"));
  database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  for (const statement of [
    "CREATE TABLE `groups` (`key` TEXT PRIMARY KEY, `managed` INTEGER NOT NULL)",
    "INSERT INTO `groups` VALUES ('found', 1), ('asked', 1), ('written', 1), ('kept', 1), ('other', 0)",
    "CREATE TABLE `reqbatch` (`key` TEXT PRIMARY KEY, `direct` INTEGER NOT NULL)",
    "INSERT INTO `reqbatch` VALUES ('r', 0), ('d', 1)",
    "CREATE TABLE `requestOperations` (`key` TEXT PRIMARY KEY, `requestKey` TEXT, `groupKey` TEXT, `result` TEXT, `memberships` TEXT)",
    "INSERT INTO `requestOperations` VALUES ('open', 'r', 'asked', NULL, NULL), ('over', 'r', 'asked', 'S', NULL), ('direct', 'd', 'asked', NULL, NULL), " +
      `('outside', 'r', 'other', NULL, NULL), ('account', 'r', NULL, 'S', '{"changes":[{"code":"GRUA","groupKey":"written"}],"keeps":["kept"]}')`,
  ])
    await database.transactions.run(() => database.write(statement));
  await database.transactions.run(() => managedGroups.up(new SchemaStatements(database).schema, {}));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test("groups of before are managed by a request that names them, and the others by the option; open operations need them", async () => {
  const groups = await database.read("SELECT `key`, `managedBy`, `keptUnmanaged` FROM `groups`");
  expect(Object.fromEntries(groups.map((row) => [row["key"], [row["managedBy"], row["keptUnmanaged"]]]))).toEqual({
    found: ["option", 0],
    asked: ["request", 0],
    written: ["request", 0],
    kept: ["option", 0],
    other: [null, 0],
  });
  expect(await database.read("SELECT `key` FROM `requestOperations` WHERE `needsManaged` = 1")).toEqual([
    { key: "open" },
  ]);
});
