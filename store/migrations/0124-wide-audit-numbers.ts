import type { Migration } from "./migration.ts";

/** Wider numbers of audit rows, which continue at microseconds after a restore; SQLite stores whole numbers of any size. */
export const wideAuditNumbers: Migration = {
  name: "0124-wide-audit-numbers",
  async up(schema) {
    if (schema.sequelize.getDialect() !== "sqlite")
      await schema.sequelize.query("ALTER TABLE `sesslog_full` MODIFY `seq` BIGINT NOT NULL");
  },
};
