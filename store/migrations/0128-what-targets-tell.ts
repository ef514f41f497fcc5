import { flag, optional, primary, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const runSize = 40;
const stableIdSize = 400;
const states = ["enabled", "locked", "expired", "passwordExpired"] as const;

/**
 * States of accounts that are null if their target does not report them; a mark of groups whose target hides members. Memberships record
 * whether the target shows them, and the nested group through which they come. Everything that feeds have passed is listed again, to set
 * them.
 */
export const whatTargetsTell: Migration = {
  name: "0128-what-targets-tell",
  async up(schema, tableOptions) {
    const run = (statement: string) => schema.sequelize.query(statement);
    if (schema.sequelize.getDialect() === "sqlite") {
      // SQLite cannot allow null afterwards, so a column that does replaces the old one.
      for (const state of states) await schema.addColumn("accounts", `${state}Told`, optional(flag()));
      await run(`UPDATE \`accounts\` SET ${states.map((state) => `\`${state}Told\` = \`${state}\``).join(", ")}`);
      for (const state of states) {
        await run(`ALTER TABLE \`accounts\` DROP COLUMN \`${state}\``);
        await run(`ALTER TABLE \`accounts\` RENAME COLUMN \`${state}Told\` TO \`${state}\``);
      }
    } else
      await run(`ALTER TABLE \`accounts\` ${states.map((state) => `MODIFY \`${state}\` TINYINT NULL`).join(", ")}`);
    await schema.addColumn("groups", "membersHidden", { ...flag(), defaultValue: 0 });
    await schema.addColumn("groupMemberships", "throughGroup", optional(text()));
    await schema.addColumn("groupMemberships", "shownByTarget", optional(flag()));
    // Existing memberships came from a discovery, or the next one would have removed them.
    await run("UPDATE `groupMemberships` SET `shownByTarget` = 1");
    await schema.addColumn("stagedMembers", "through", optional(text()));
    await schema.createTable(
      "stagedHidden",
      { run: primary(text(runSize)), groupId: primary(text(stableIdSize)) },
      tableOptions,
    );
    await run("DELETE FROM `changeTokens`");
  },
};
