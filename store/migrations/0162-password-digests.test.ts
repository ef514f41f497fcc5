import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { type Database, openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { passwordDigests } from "./0162-password-digests.ts";

const accountKey = "5f0c4b1e-7d0a-5b8e-9d53-2c1f6a9e8b47";
const nextKey = "5f0c4b1e-7d0a-5b8e-9d53-2c1f6a9e8b48";
const stamps = JSON.stringify({ accountKey: "1-a", secret: "1-a", digests: "2-b" });
let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-password-digests-"));
  database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  for (const statement of [
    "CREATE TABLE `passwordHistories` (`accountKey` TEXT PRIMARY KEY, `secret` TEXT, `digests` TEXT, `lastUpdatedModule` TEXT, `lastUpdatedNode` TEXT, `version` INTEGER, `_v` TEXT)",
    `INSERT INTO \`passwordHistories\` VALUES ('${accountKey}', 'sealed', '["newest","before","oldest"]', 'hub', 'n1', 3, '${stamps}')`,
    `INSERT INTO \`passwordHistories\` VALUES ('${nextKey}', 'sealed', '["other"]', 'hub', 'n1', 1, '${stamps}')`,
    `INSERT INTO \`passwordHistories\` VALUES ('none', 'sealed', '[]', 'hub', 'n1', 1, '${stamps}')`,
    "CREATE TABLE `changeLog` (`origin` TEXT, `tableName` TEXT, `rowKey` TEXT, `operation` TEXT, `rowVersion` INTEGER, `stamp` TEXT, `data` TEXT)",
  ])
    await database.transactions.run(() => database.write(statement));
  await database.transactions.run(() => passwordDigests.up(new SchemaStatements(database).schema, {}));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

test("each digest of a list becomes a row, numbered from the oldest, with a key of its own and a row of the change log", async () => {
  const rows = await database.read("SELECT * FROM `passwordDigests` ORDER BY `accountKey`, `number`");
  expect(rows.map(({ accountKey: owner, number, digestHash }) => [owner, number, digestHash])).toEqual([
    [accountKey, 1, "oldest"],
    [accountKey, 2, "before"],
    [accountKey, 3, "newest"],
    [nextKey, 1, "other"],
  ]);
  expect(rows[2]).toMatchObject({ key: "5f0c4b1e-7d0a-0003-9d53-2c1f6a9e8b47", version: 1, _v: '{"key":"2-b"}' });
  const logged = await database.read("SELECT * FROM `changeLog` ORDER BY `rowKey`");
  const keys = rows.map(({ key }) => String(key)).toSorted();
  expect(logged.map(({ rowKey, stamp }) => [rowKey, stamp])).toEqual(keys.map((key) => [key, "2-b"]));
  expect(JSON.parse(String(logged[0]?.["data"]))).toMatchObject({ number: 1, digestHash: "oldest" });
  expect(Object.keys((await database.read("SELECT * FROM `passwordHistories`"))[0] ?? {})).not.toContain("digests");
});
