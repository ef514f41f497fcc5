import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { operationsCreated } from "./0026-operations-created.ts";

it("takes the moment of the request, and of a discovery the first that is known", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-operations-created-"));
  const database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  const run = (statement: string) => database.transactions.run(() => database.write(statement));
  try {
    await run("CREATE TABLE `reqbatch` (`key` TEXT PRIMARY KEY, `createdAt` INTEGER NOT NULL)");
    await run("INSERT INTO `reqbatch` VALUES ('r', 5)");
    const moments = ["handedOutAt", "sentAt", "finishedAt"].map((name) => `\`${name}\` INTEGER`).join(", ");
    await run(
      `CREATE TABLE \`requestOperations\` (\`key\` TEXT PRIMARY KEY, \`requestKey\` TEXT NOT NULL, ${moments})`,
    );
    await run(
      "INSERT INTO `requestOperations` VALUES ('o', 'r', 6, 7, 8), ('d', 'd', 6, 7, NULL), ('e', 'e', NULL, NULL, 9), ('f', 'f', NULL, NULL, NULL)",
    );
    const before = Date.now();
    await database.transactions.run(() => operationsCreated.up(new SchemaStatements(database).schema, {}));
    const rows = await database.read("SELECT `key`, `createdAt` FROM `requestOperations`");
    const created = new Map(rows.map((row) => [row["key"], row["createdAt"]]));
    expect([created.get("o"), created.get("d"), created.get("e")]).toEqual([5, 6, 9]);
    expect(created.get("f")).toBeGreaterThanOrEqual(before);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
