import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, it } from "vitest";

import { openDatabase } from "../database.ts";
import { SchemaStatements } from "../schema/schema-statements.ts";
import { phaseRules } from "./0038-phase-rules.ts";

const stamps = "`version` INTEGER";

it("writes the rule that the settings of each phase mean, and leaves its people", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-phases-"));
  const database = openDatabase({ databaseUrl: `sqlite:${join(folder, "old.db")}` });
  const run = (statement: string) => database.transactions.run(() => database.write(statement));
  const { schema } = new SchemaStatements(database);
  try {
    await run(
      "CREATE TABLE `authorizationPhases` (`key` TEXT PRIMARY KEY, `targetSystemId` TEXT, `sequence` INTEGER, " +
        `\`minApprovals\` INTEGER, \`maxDenials\` INTEGER, ${stamps})`,
    );
    await run(
      "CREATE TABLE `authorizationPhaseAuthorizers` (`key` TEXT PRIMARY KEY, `authorizationPhaseKey` TEXT, `userKey` TEXT, " +
        "`userClass` TEXT, `veto` INTEGER, `inputRequired` INTEGER)",
    );
    for (const table of ["groups", "requestPhases", "reqbatch"])
      await run(`CREATE TABLE \`${table}\` (\`key\` TEXT PRIMARY KEY)`);
    await run("CREATE TABLE `moments` (`key` TEXT PRIMARY KEY, `kind` TEXT, `leasedUntil` INTEGER)");
    await database.transactions.run(async () => {
      await schema.addIndex("authorizationPhases", ["targetSystemId", "sequence"], { unique: true });
      await schema.addIndex("moments", ["leasedUntil"]);
    });
    for (const [key, minApprovals, maxDenials] of [
      ["p1", 1, 1],
      ["p2", 2, 3],
      ["p3", 0, 1],
    ] as const)
      await run(
        `INSERT INTO \`authorizationPhases\` VALUES ('${key}', 'T1', ${key.slice(1)}, ${minApprovals}, ${maxDenials}, 1)`,
      );
    const people = [
      ["a1", "p1", "'ada'", "NULL", 0, 0],
      ["a2", "p2", "NULL", "'O''Neill'", 1, 0],
      ["a3", "p2", "NULL", "'_MANAGER_DIRECT_'", 0, 1],
    ] as const;
    for (const [key, phase, ...values] of people)
      await run(`INSERT INTO \`authorizationPhaseAuthorizers\` VALUES ('${key}', '${phase}', ${values.join(", ")})`);
    await database.transactions.run(() => phaseRules.up(schema, {}));
    const rows = await database.read(
      "SELECT `resourceType`, `resourceKey`, `rule` FROM `authorizationPhases` ORDER BY `key`",
    );
    expect(rows).toEqual([
      { resourceType: "targetSystem", resourceKey: "T1", rule: "all(maxDenials(1, user('ada')), any(1, user('ada')))" },
      {
        resourceType: "targetSystem",
        resourceKey: "T1",
        rule: "all(veto(class('O''Neill')), maxDenials(3, class('O''Neill'), manager), any(2, class('O''Neill'), manager), inputRequired(manager))",
      },
      { resourceType: "targetSystem", resourceKey: "T1", rule: "all(any(0))" },
    ]);
    expect(await database.read("SELECT `key` FROM `authorizationPhaseAuthorizers`")).toHaveLength(people.length);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
