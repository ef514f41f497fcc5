import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Managed accounts that outlive their account, whose name they keep, and always have a policy: HISTORICAL if they are no longer managed.
 */
export const managedAccountsOutlive: Migration = {
  name: "0047-managed-accounts-outlive",
  async up(schema) {
    await schema.addColumn("managedAccounts", "accountName", optional(text()));
    // SQLite cannot forbid null afterwards, so a column that does replaces the old one.
    await schema.removeIndex("managedAccounts", "managedAccounts_policyId");
    await schema.addColumn("managedAccounts", "heldPolicyId", { ...text(), defaultValue: "HISTORICAL" });
    for (const change of [
      "UPDATE `managedAccounts` SET `heldPolicyId` = `policyId` WHERE `policyId` IS NOT NULL",
      "ALTER TABLE `managedAccounts` DROP COLUMN `policyId`",
      "ALTER TABLE `managedAccounts` RENAME COLUMN `heldPolicyId` TO `policyId`",
    ])
      await schema.sequelize.query(change);
    await schema.addIndex("managedAccounts", ["policyId"], { name: "managedAccounts_policyId" });
  },
};
