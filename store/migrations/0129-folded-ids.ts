import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * No two people have ids of one fold from now on. Of those who share one already the first has it; of ids beyond ASCII, which each
 * database folds in its own way, nobody has one until the id changes.
 */
export const foldedIds: Migration = {
  name: "0129-folded-ids",
  async up(schema) {
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const isAscii = isSqlite ? "`id` NOT GLOB '*[^ -~]*'" : "OCTET_LENGTH(`id`) = CHAR_LENGTH(`id`)";
    await schema.addColumn("users", "foldedId", optional(text()));
    await schema.addColumn("stagedPeople", "foldedId", optional(text()));
    const first = `SELECT MIN(\`id\`) AS \`id\` FROM \`users\` WHERE ${isAscii} GROUP BY LOWER(\`id\`)`;
    // In a table of its own, for MySQL reads nothing from the table that it changes.
    await schema.sequelize.query(
      `UPDATE \`users\` SET \`foldedId\` = LOWER(\`id\`) WHERE \`id\` IN (SELECT f.\`id\` FROM (${first}) f)`,
    );
    await schema.addIndex("users", ["foldedId"], { unique: true });
  },
};
