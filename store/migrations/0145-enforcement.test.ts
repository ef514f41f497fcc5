import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { enforcement } from "./0145-enforcement.ts";

const name = "PSUPDATE_NIGHTLY";

it.each([
  { nodes: [], known: [], stored: [] },
  { nodes: ["node1", "node2"], known: [], stored: [{ name, storedValue: "false", lastUpdatedNode: "node1" }] },
  { nodes: ["node1"], known: ["true"], stored: [{ name, storedValue: "true", lastUpdatedNode: "node1" }] },
])(
  "leaves the nightly order off where the installation is older: nodes $nodes, stored $known",
  async ({ nodes, known, stored }) => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-enforcement-"));
    const database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
    const run = (statement: string) => database.transactions.run(() => database.write(statement));
    try {
      await run("CREATE TABLE `nodes` (`id` TEXT PRIMARY KEY)");
      await run("CREATE TABLE `userAttributes` (`userKey` TEXT, `name` TEXT, `value` TEXT)");
      await run("CREATE INDEX `user_attributes_user_key` ON `userAttributes` (`userKey`)");
      await run(
        "CREATE TABLE `grants` (`userKey` TEXT, `groupKey` TEXT, `endedAt` INTEGER, `kind` TEXT, `targetSystemKey` TEXT)",
      );
      await run("CREATE INDEX `grants_user_key_group_key` ON `grants` (`userKey`, `groupKey`)");
      await run(
        "CREATE TABLE `settings` (`name` TEXT PRIMARY KEY, `storedValue` TEXT, `lastUpdatedModule` TEXT, `lastUpdatedNode` TEXT, `version` INTEGER, `_v` TEXT)",
      );
      for (const node of nodes) await run(`INSERT INTO \`nodes\` VALUES ('${node}')`);
      for (const value of known)
        await run(`INSERT INTO \`settings\` VALUES ('${name}', '${value}', 'x', 'node1', 1, '{}')`);
      await database.transactions.run(() => enforcement.up(new SchemaStatements(database).schema, {}));
      expect(await database.read("SELECT `name`, `storedValue`, `lastUpdatedNode` FROM `settings`")).toEqual(stored);
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
