import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { lockedBy } from "./0018-locked-by.ts";

it("takes a lock with a time as one by wrong passwords, and any other as an administrator's", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-locked-by-"));
  const database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  const run = (statement: string) => database.transactions.run(() => database.write(statement));
  try {
    await run("CREATE TABLE `users` (`key` TEXT PRIMARY KEY, `locked` INTEGER NOT NULL, `lockedAt` INTEGER)");
    await run("INSERT INTO `users` VALUES ('by failures', 1, 5), ('by a person', 1, NULL), ('free', 0, NULL)");
    const { schema } = new SchemaStatements(database);
    await database.transactions.run(() => lockedBy.up(schema, {}));
    expect(await database.read("SELECT `key`, `lockedBy` FROM `users`")).toEqual([
      { key: "by failures", lockedBy: "failures" },
      { key: "by a person", lockedBy: "administrator" },
      { key: "free", lockedBy: null },
    ]);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
