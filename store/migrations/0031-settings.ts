import { longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** A stamp older than any that a process has issued. */
const firstStamp = "0".repeat(24);

/**
 * Settings that are in use from now on, with the stored value in a column of its own. A new feature that is on by default stays off in an
 * installation that is older than it (specification 8).
 */
export const settings: Migration = {
  name: "0031-settings",
  async up(schema, tableOptions) {
    await schema.dropTable("settings");
    const columns = { name: primary(text()), storedValue: optional(longText()), ...stamps() };
    await schema.createTable("settings", columns, tableOptions);
    // An installation has a node once it is set up; a new installation is set up after its migrations.
    await schema.sequelize.query(
      "INSERT INTO `settings` (`name`, `storedValue`, `lastUpdatedModule`, `lastUpdatedNode`, `version`, `_v`) " +
        `SELECT 'MANAGED GROUP INHERITANCE COPY TARGET', 'false', 'load', MIN(\`id\`), 1, '{"name":"${firstStamp}"}' ` +
        "FROM `nodes` HAVING COUNT(*) > 0",
    );
  },
};
