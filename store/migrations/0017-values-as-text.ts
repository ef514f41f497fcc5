import type { Migration } from "./migration.ts";

const table = "stagedObjects";

/** Values of a staged object as one text, see `valuesText`; what was staged before is listed again. */
export const valuesAsText: Migration = {
  name: "0017-values-as-text",
  async up(schema) {
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const run = (statement: string) => schema.sequelize.query(statement);
    for (const staged of [table, "stagedChunks", "stagedMatches", "stagedMembers", "stagedRemovals", "stagedValues"])
      await run(`DELETE FROM \`${staged}\``);
    await run(
      `ALTER TABLE \`${table}\` ADD COLUMN \`values\` LONGTEXT${isSqlite ? " NOT NULL DEFAULT '{}'" : " NOT NULL"}`,
    );
  },
};
