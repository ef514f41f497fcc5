import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { objectKeys } from "./0030-object-keys.ts";

const tables = {
  stagedObjects: "`id` TEXT",
  accounts: "`key` TEXT PRIMARY KEY, `targetSystemKey` TEXT, `stableId` TEXT, `userKey` TEXT",
  groups: "`key` TEXT PRIMARY KEY, `targetSystemKey` TEXT, `stableId` TEXT",
  accountAttributes: "`key` TEXT PRIMARY KEY, `accountKey` TEXT",
  groupAttributes: "`key` TEXT PRIMARY KEY, `groupKey` TEXT",
  groupMemberships: "`key` TEXT PRIMARY KEY, `groupKey` TEXT, `accountKey` TEXT",
  groupOwners: "`key` TEXT PRIMARY KEY, `groupKey` TEXT",
  passwordHistories: "`accountKey` TEXT PRIMARY KEY",
  managedAccounts: "`key` TEXT PRIMARY KEY, `accountKey` TEXT",
  requestOperations: "`key` TEXT PRIMARY KEY, `accountKey` TEXT, `groupKey` TEXT",
  targetSystemCredentials: "`key` TEXT PRIMARY KEY, `managedAccountKey` TEXT",
};

it("of two rows of one account leaves the first, with the owner of either and all that refers to them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-object-keys-"));
  const database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  const run = (statement: string) => database.transactions.run(() => database.write(statement));
  const read = async (statement: string) => (await database.read(statement)).map((row) => Object.values(row).join(" "));
  try {
    for (const [table, columns] of Object.entries(tables)) await run(`CREATE TABLE \`${table}\` (${columns})`);
    for (const table of ["accounts", "groups"])
      await run(
        `CREATE INDEX \`${table}_target_system_key_stable_id\` ON \`${table}\` (\`targetSystemKey\`, \`stableId\`)`,
      );
    await run(
      "INSERT INTO `accounts` VALUES ('a', 'T', '1', NULL), ('b', 'T', '1', 'ada'), ('c', 'T', '2', 'bob'), ('d', 'U', '1', NULL)",
    );
    await run("INSERT INTO `groups` VALUES ('g', 'T', '1'), ('h', 'T', '1')");
    await run("INSERT INTO `accountAttributes` VALUES ('1', 'a'), ('2', 'b'), ('3', 'c')");
    await run("INSERT INTO `groupMemberships` VALUES ('1', 'g', 'a'), ('2', 'h', 'b'), ('3', 'g', 'c')");
    await run("INSERT INTO `managedAccounts` VALUES ('1', 'b'), ('2', 'c')");
    await run("INSERT INTO `requestOperations` VALUES ('1', 'b', 'h'), ('2', 'c', NULL)");
    const { schema } = new SchemaStatements(database);
    await database.transactions.run(() => objectKeys.up(schema, {}));
    expect(await read("SELECT `key`, COALESCE(`userKey`, '-') FROM `accounts` ORDER BY 1")).toEqual([
      "a ada",
      "c bob",
      "d -",
    ]);
    expect(await read("SELECT `key` FROM `groups`")).toEqual(["g"]);
    expect(await read("SELECT `accountKey` FROM `accountAttributes` ORDER BY 1")).toEqual(["a", "c"]);
    expect(await read("SELECT `groupKey`, `accountKey` FROM `groupMemberships` ORDER BY 2")).toEqual(["g a", "g c"]);
    expect(await read("SELECT `accountKey` FROM `managedAccounts` ORDER BY 1")).toEqual(["a", "c"]);
    expect(await read("SELECT `accountKey`, COALESCE(`groupKey`, '-') FROM `requestOperations` ORDER BY 1")).toEqual([
      "a g",
      "c -",
    ]);
    await expect(run("INSERT INTO `accounts` VALUES ('e', 'T', '2', NULL)")).rejects.toMatchObject({
      code: "CONFLICT",
    });
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
