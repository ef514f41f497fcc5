import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Unique folds of user IDs. If existing IDs share a fold, the first has it; an ID beyond ASCII, which each database folds in its own way,
 * has none until it changes.
 */
export const foldedIds: Migration = {
  name: "0129-folded-ids",
  async up(schema) {
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const isAscii = isSqlite ? "`id` NOT GLOB '*[^ -~]*'" : "OCTET_LENGTH(`id`) = CHAR_LENGTH(`id`)";
    await schema.addColumn("users", "foldedId", optional(text()));
    await schema.addColumn("stagedPeople", "foldedId", optional(text()));
    const first = `SELECT MIN(\`id\`) AS \`id\` FROM \`users\` WHERE ${isAscii} GROUP BY LOWER(\`id\`)`;
    // The subquery is a table of its own, because MySQL reads nothing from the table that it changes.
    await schema.sequelize.query(
      `UPDATE \`users\` SET \`foldedId\` = LOWER(\`id\`) WHERE \`id\` IN (SELECT f.\`id\` FROM (${first}) f)`,
    );
    await schema.addIndex("users", ["foldedId"], { unique: true });
  },
};
