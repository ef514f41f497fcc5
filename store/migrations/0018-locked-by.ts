import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const codeSize = 20;

/** Cause of a user's lock. Until now a lock by wrong passwords was known by its time, and one by an administrator had none. */
export const lockedBy: Migration = {
  name: "0018-locked-by",
  async up(schema) {
    await schema.addColumn("users", "lockedBy", optional(text(codeSize)));
    const set = (by: string, which: string) =>
      schema.sequelize.query(`UPDATE \`users\` SET \`lockedBy\` = '${by}' WHERE \`locked\` = 1 AND ${which}`);
    await set("failures", "`lockedAt` IS NOT NULL");
    await set("administrator", "`lockedAt` IS NULL");
  },
};
