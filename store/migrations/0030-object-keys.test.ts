import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { objectKey } from "#platform/object-key.ts";

import { type Database, openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { objectKeys } from "./0030-object-keys.ts";

const stamped = "`version` INTEGER DEFAULT 1, `lastUpdatedModule` TEXT, `lastUpdatedNode` TEXT, `_v` TEXT DEFAULT '{}'";
const tables = {
  nodes: "`id` TEXT",
  changeLog:
    "`origin` TEXT, `tableName` TEXT, `rowKey` TEXT, `operation` TEXT, `rowVersion` INTEGER, `stamp` TEXT, `data` TEXT",
  stagedObjects: "`run` TEXT, `type` TEXT, `state` TEXT, `id` TEXT",
  accounts:
    "`key` TEXT PRIMARY KEY, `targetSystemKey` TEXT, `stableId` TEXT, `userKey` TEXT, `associatedBy` TEXT, `lastPasswordChange` INTEGER, `discoveredHash` TEXT",
  groups:
    "`key` TEXT PRIMARY KEY, `targetSystemKey` TEXT, `stableId` TEXT, `managed` INTEGER DEFAULT 0, `discoveredHash` TEXT",
  accountAttributes: "`key` TEXT PRIMARY KEY, `accountKey` TEXT, `name` TEXT",
  groupAttributes: "`key` TEXT PRIMARY KEY, `groupKey` TEXT, `name` TEXT",
  groupMemberships: "`key` TEXT PRIMARY KEY, `groupKey` TEXT, `accountKey` TEXT, UNIQUE (`groupKey`, `accountKey`)",
  groupOwners: "`key` TEXT PRIMARY KEY, `groupKey` TEXT, `userKey` TEXT, UNIQUE (`groupKey`, `userKey`)",
  passwordHistories: "`accountKey` TEXT PRIMARY KEY",
  managedAccounts: "`key` TEXT PRIMARY KEY, `accountKey` TEXT UNIQUE",
  requestOperations: "`key` TEXT PRIMARY KEY, `targetSystemKey` TEXT, `accountKey` TEXT, `groupKey` TEXT",
  targetSystemCredentials: "`key` TEXT PRIMARY KEY, `managedAccountKey` TEXT",
};
const inserted = {
  nodes: ["'node1'"],
  changeLog: ["'node1', 'accounts', 'a', 'insert', 1, 'ffffffffffff0000node1', '{}'"],
  stagedObjects: ["'o', 'account', 'listed', '9'"],
  accounts: [
    "'a', 'T', '1', NULL, NULL, NULL, 'hash'",
    "'b', 'T', '1', 'ada', 'claim', 5, NULL",
    "'c', 'T', '2', 'bob', 'auto', NULL, 'hash'",
    "'d', 'U', '1', NULL, NULL, NULL, 'hash'",
    "'p', 'T', '3', NULL, NULL, NULL, NULL",
    "'q', 'T', '3', 'cy', 'auto', NULL, NULL",
  ],
  groups: ["'g', 'T', '1', 0, NULL", "'h', 'T', '1', 1, NULL"],
  accountAttributes: ["'1', 'a', 'mail'", "'2', 'b', 'mail'", "'3', 'b', 'room'", "'4', 'c', 'mail'"],
  groupMemberships: ["'1', 'g', 'a'", "'2', 'h', 'b'", "'3', 'g', 'c'", "'4', 'h', 'd'"],
  groupOwners: ["'1', 'g', 'ada'", "'2', 'h', 'ada'", "'3', 'h', 'bob'"],
  passwordHistories: ["'q'"],
  managedAccounts: ["'1', 'a'", "'2', 'b'", "'3', 'p'"],
  requestOperations: ["'o', 'T', 'b', 'h'", "'n', 'T', 'c', NULL"],
};

let folder: string;
let database: Database;
const run = (statement: string) => database.transactions.run(() => database.write(statement));
const read = async (statement: string) => (await database.read(statement)).map((row) => Object.values(row).join(" "));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-object-keys-"));
  database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  for (const [table, columns] of Object.entries(tables)) {
    const isRow = table !== "nodes" && table !== "changeLog" && table !== "stagedObjects";
    await run(`CREATE TABLE \`${table}\` (${isRow ? `${columns.split(", UNIQUE")[0]}, ${stamped}` : columns})`);
    if (columns.includes(", UNIQUE"))
      await run(`CREATE UNIQUE INDEX \`${table}_unique\` ON \`${table}\` ${columns.split(", UNIQUE ")[1]}`);
  }
  for (const table of ["accounts", "groups"])
    await run(
      `CREATE INDEX \`${table}_target_system_key_stable_id\` ON \`${table}\` (\`targetSystemKey\`, \`stableId\`)`,
    );
  for (const [table, rows] of Object.entries(inserted)) {
    const names = (await database.read(`SELECT name FROM pragma_table_info('${table}')`)).map(
      ({ name }) => `\`${name as string}\``,
    );
    for (const row of rows) {
      const width = row.split(", ").length;
      await run(`INSERT INTO \`${table}\` (${names.slice(0, width).join(", ")}) VALUES (${row})`);
    }
  }
  await database.transactions.run(() => objectKeys.up(new SchemaStatements(database).schema, {}));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

it("makes one of the rows of an object, which has what each of them had", async () => {
  expect(
    await read(
      "SELECT `key`, `userKey`, `associatedBy`, `lastPasswordChange`, `discoveredHash` FROM `accounts` ORDER BY 1",
    ),
  ).toEqual(["a ada claim 5 ", "c bob auto  hash", "d    hash", "q cy auto  "]);
  expect(await read("SELECT `key`, `managed` FROM `groups`")).toEqual(["g 1"]);
  expect(await read("SELECT `accountKey`, `name` FROM `accountAttributes` ORDER BY `key`")).toEqual([
    "a mail",
    "a room",
    "c mail",
  ]);
  expect(await read("SELECT `groupKey`, `accountKey` FROM `groupMemberships` ORDER BY 2")).toEqual([
    "g a",
    "g c",
    "g d",
  ]);
  expect(await read("SELECT `groupKey`, `userKey` FROM `groupOwners` ORDER BY 2")).toEqual(["g ada", "g bob"]);
  expect(await read("SELECT `accountKey` FROM `managedAccounts` ORDER BY 1")).toEqual(["a", "q"]);
  expect(await read("SELECT `accountKey`, `groupKey` FROM `requestOperations` ORDER BY `key`")).toEqual(["c ", "a g"]);
  await expect(
    run("INSERT INTO `accounts` (`key`, `targetSystemKey`, `stableId`) VALUES ('e', 'T', '2')"),
  ).rejects.toMatchObject({
    code: "CONFLICT",
  });
});

it("lets the row stay to whose key the history of passwords is sealed", async () => {
  expect(await read("SELECT `accountKey` FROM `passwordHistories`")).toEqual(["q"]);
});

it("tells each change in the change log, later than all in it", async () => {
  const rows = await read(
    "SELECT `tableName`, `rowKey`, `operation`, `rowVersion` FROM `changeLog` WHERE `stamp` > 'ffffffffffff0000z' ORDER BY 1, 2, 4",
  );
  expect(rows).toEqual([
    "accountAttributes 2 remove 2",
    "accountAttributes 3 update 2",
    "accounts a update 2",
    "accounts b remove 2",
    "accounts p remove 2",
    "accounts q update 2",
    "groupMemberships 2 update 2",
    "groupMemberships 2 remove 3",
    "groupMemberships 4 update 2",
    "groupOwners 2 remove 2",
    "groupOwners 3 update 2",
    "groups g update 2",
    "groups h remove 2",
    "managedAccounts 2 remove 2",
    "managedAccounts 3 update 2",
    "requestOperations o update 2",
    "requestOperations o update 3",
  ]);
  const stamp = "fffffffffffffffffffffffenode1";
  expect(await read("SELECT `version`, `_v` FROM `managedAccounts` WHERE `key` = '3'")).toEqual([
    `2 {"accountKey":"${stamp}"}`,
  ]);
});

it("gives what is staged the key of its id", async () => {
  const key = objectKey({ type: "account", targetSystemKey: "T", stableId: "9" });
  expect(await read("SELECT `rowKey` FROM `stagedObjects`")).toEqual([key]);
});
