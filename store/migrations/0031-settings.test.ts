import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { settings } from "./0031-settings.ts";

it.each([
  { nodes: [], stored: [] },
  {
    nodes: ["node1"],
    stored: [{ name: "MANAGED GROUP INHERITANCE COPY TARGET", storedValue: "false", lastUpdatedNode: "node1" }],
  },
])("keeps inheritance off where the installation is older: nodes $nodes", async ({ nodes, stored }) => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-settings-"));
  const database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  const run = (statement: string) => database.transactions.run(() => database.write(statement));
  try {
    await run("CREATE TABLE `nodes` (`id` TEXT PRIMARY KEY)");
    await run("CREATE TABLE `settings` (`name` TEXT PRIMARY KEY, `value` TEXT NOT NULL)");
    for (const node of nodes) await run(`INSERT INTO \`nodes\` VALUES ('${node}')`);
    await database.transactions.run(() => settings.up(new SchemaStatements(database).schema, {}));
    expect(await database.read("SELECT `name`, `storedValue`, `lastUpdatedNode` FROM `settings`")).toEqual(stored);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
