import { flag, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Cause by which a group is managed, and a mark of groups that a person has taken out. So far only requests and the option
 * automaticallyDiscoverResourcesToLoad made groups managed; a group that an operation names stays, whoever has taken it. Open operations of
 * requests for managed groups need these to stay managed.
 */
export const managedGroups: Migration = {
  name: "0132-managed-groups",
  async up(schema) {
    const run = (statement: string) => schema.sequelize.query(statement);
    await schema.addColumn("groups", "managedBy", optional(text(20)));
    await schema.addColumn("groups", "keptUnmanaged", { ...flag(), defaultValue: 0 });
    await schema.addColumn("requestOperations", "needsManaged", { ...flag(), defaultValue: 0 });
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const written = isSqlite
      ? "SELECT json_extract(c.`value`, '$.groupKey') FROM `requestOperations` o, json_each(o.`memberships`, '$.changes') c"
      : "SELECT c.`groupKey` FROM `requestOperations` o, JSON_TABLE(o.`memberships`, '$.changes[*]' COLUMNS (`groupKey` VARCHAR(190) PATH '$.groupKey')) c";
    const named = "SELECT o.`groupKey` FROM `requestOperations` o WHERE o.`groupKey` IS NOT NULL";
    await run("UPDATE `groups` SET `managedBy` = 'option' WHERE `managed` = 1");
    for (const keys of [named, `${written} WHERE o.\`memberships\` IS NOT NULL`])
      await run(
        `UPDATE \`groups\` SET \`managedBy\` = 'request' WHERE \`managedBy\` = 'option' AND \`key\` IN (${keys})`,
      );
    await run(
      "UPDATE `requestOperations` SET `needsManaged` = 1 WHERE `result` IS NULL AND `groupKey` IN (SELECT g.`key` FROM `groups` g WHERE g.`managed` = 1) " +
        "AND `requestKey` IN (SELECT r.`key` FROM `reqbatch` r WHERE r.`direct` = 0)",
    );
  },
};
