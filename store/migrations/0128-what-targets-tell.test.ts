import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type Database, openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { whatTargetsTell } from "./0128-what-targets-tell.ts";

let folder: string;
let database: Database;
const run = (statement: string) => database.transactions.run(() => database.write(statement));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-what-targets-tell-"));
  database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  const flags = ["enabled", "locked", "expired", "passwordExpired"].map((name) => `\`${name}\` INTEGER NOT NULL`);
  for (const statement of [
    `CREATE TABLE \`accounts\` (\`key\` TEXT PRIMARY KEY, ${flags.join(", ")}, \`shortId\` TEXT)`,
    "INSERT INTO `accounts` VALUES ('a', 1, 0, 1, 0, 'ada'), ('b', 0, 1, 0, 1, 'bob')",
    "CREATE TABLE `groups` (`key` TEXT PRIMARY KEY)",
    "INSERT INTO `groups` VALUES ('g')",
    "CREATE TABLE `groupMemberships` (`key` TEXT PRIMARY KEY)",
    "INSERT INTO `groupMemberships` VALUES ('m')",
    "CREATE TABLE `stagedMembers` (`run` TEXT)",
    "CREATE TABLE `changeTokens` (`token` TEXT)",
    "INSERT INTO `changeTokens` VALUES ('7')",
  ])
    await run(statement);
  await database.transactions.run(() => whatTargetsTell.up(new SchemaStatements(database).schema, {}));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test("states keep what they were and may be null, old memberships count as seen, and every feed begins anew", async () => {
  const states = "`enabled`, `locked`, `expired`, `passwordExpired`, `shortId`";
  const read = (statement: string) => database.read(statement);
  expect((await read(`SELECT ${states} FROM \`accounts\` ORDER BY \`key\``)).map((row) => Object.values(row))).toEqual([
    [1, 0, 1, 0, "ada"],
    [0, 1, 0, 1, "bob"],
  ]);
  await run("UPDATE `accounts` SET `enabled` = NULL, `locked` = NULL, `expired` = NULL, `passwordExpired` = NULL");
  expect(await read("SELECT `membersHidden` FROM `groups`")).toEqual([{ membersHidden: 0 }]);
  expect(await read("SELECT `throughGroup`, `shownByTarget` FROM `groupMemberships`")).toEqual([
    { throughGroup: null, shownByTarget: 1 },
  ]);
  expect(await read("SELECT * FROM `changeTokens`")).toEqual([]);
  expect(await read("SELECT * FROM `stagedHidden`")).toEqual([]);
});
