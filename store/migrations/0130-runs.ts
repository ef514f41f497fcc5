import type { Migration } from "./migration.ts";

/** Policies that stand under a name of old: their rows, and every version of them. */
const namedByPolicies = ["policies", "policyVersions"] as const;

/**
 * Runs are no matter of the vault alone: their table is called by what it holds, whichever kind they are of. What was stored of their
 * policies goes with them, and so does what the change log has of them. Kept answers may tell of rows by the old name, so none is given again.
 */
export const runs: Migration = {
  name: "0130-runs",
  async up(schema) {
    const run = (statement: string) => schema.sequelize.query(statement);
    await schema.renameTable("vaultRuns", "runs");
    await run("UPDATE `changeLog` SET `tableName` = 'runs' WHERE `tableName` = 'vaultRuns'");
    for (const table of namedByPolicies)
      await run(
        `UPDATE \`${table}\` SET \`name\` = REPLACE(\`name\`, 'vaultruns_', 'runs_') WHERE \`name\` LIKE 'vaultruns%'`,
      );
    await run("UPDATE `keptAnswers` SET `answer` = NULL");
  },
};
