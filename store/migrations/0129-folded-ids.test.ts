import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type Database, openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { foldedIds } from "./0129-folded-ids.ts";

let folder: string;
let database: Database;
const run = (statement: string) => database.transactions.run(() => database.write(statement));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-folded-ids-"));
  database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  for (const statement of [
    "CREATE TABLE `users` (`key` TEXT PRIMARY KEY, `id` TEXT)",
    "INSERT INTO `users` VALUES ('1', 'anna'), ('2', 'Anna'), ('3', 'Ben'), ('4', 'Ärger')",
    "CREATE TABLE `stagedPeople` (`run` TEXT)",
  ])
    await run(statement);
  await database.transactions.run(() => foldedIds.up(new SchemaStatements(database).schema, {}));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test("of those who share a fold one has it, and nobody else comes to have it", async () => {
  expect(await database.read("SELECT `key`, `foldedId` FROM `users` ORDER BY `key`")).toEqual([
    { key: "1", foldedId: null },
    { key: "2", foldedId: "anna" },
    { key: "3", foldedId: "ben" },
    { key: "4", foldedId: null },
  ]);
  await expect(run("INSERT INTO `users` VALUES ('5', 'BEN', 'ben')")).rejects.toThrow();
});
