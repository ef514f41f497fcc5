import { flag, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Import rules; a managed account that a rule has removed from its policy has no policy. */
export const importRules: Migration = {
  name: "0014-import-rules",
  async up(schema, tableOptions) {
    const rule = {
      key: primary(text()),
      objectType: text(20),
      sequence: integer(),
      description: optional(text(400)),
      condition: longText(),
      action: text(20),
      policyId: optional(text()),
      enabled: flag(),
      ...stamps(),
    };
    await schema.createTable("importRules", rule, tableOptions);
    await schema.addIndex("importRules", ["objectType", "sequence"]);
    await schema.addIndex("managedSystems", ["targetSystemKey"]);
    // SQLite cannot allow null afterwards, so a column that does replaces the old one.
    await schema.removeIndex("managedAccounts", "managedAccounts_policyId");
    await schema.addColumn("managedAccounts", "boundPolicyId", optional(text()));
    for (const change of [
      "UPDATE `managedAccounts` SET `boundPolicyId` = `policyId`",
      "ALTER TABLE `managedAccounts` DROP COLUMN `policyId`",
      "ALTER TABLE `managedAccounts` RENAME COLUMN `boundPolicyId` TO `policyId`",
    ])
      await schema.sequelize.query(change);
    await schema.addIndex("managedAccounts", ["policyId"], { name: "managedAccounts_policyId" });
  },
};
