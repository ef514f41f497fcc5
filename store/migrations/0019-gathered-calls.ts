import type { Migration } from "./migration.ts";

/** Number of strangers' calls that an audit row stands for; every row so far stands for one. */
export const gatheredCalls: Migration = {
  name: "0019-gathered-calls",
  async up(schema) {
    await schema.sequelize.query("ALTER TABLE `sesslog_full` ADD COLUMN `calls` INTEGER NOT NULL DEFAULT 1");
  },
};
