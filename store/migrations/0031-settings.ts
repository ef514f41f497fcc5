import { longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Older than all that a process has stamped. */
const firstStamp = "0".repeat(24);

/**
 * Settings are read from now on, so the table says which of its columns is what is stored. What is new and on by default stays off where
 * the installation is older than it (specification 8).
 */
export const settings: Migration = {
  name: "0031-settings",
  async up(schema, tableOptions) {
    await schema.dropTable("settings");
    const columns = { name: primary(text()), storedValue: optional(longText()), ...stamps() };
    await schema.createTable("settings", columns, tableOptions);
    // An installation has a node as soon as it is set up, which a new one is after its migrations.
    await schema.sequelize.query(
      "INSERT INTO `settings` (`name`, `storedValue`, `lastUpdatedModule`, `lastUpdatedNode`, `version`, `_v`) " +
        `SELECT 'MANAGED GROUP INHERITANCE COPY TARGET', 'false', 'load', MIN(\`id\`), 1, '{"name":"${firstStamp}"}' ` +
        "FROM `nodes` HAVING COUNT(*) > 0",
    );
  },
};
