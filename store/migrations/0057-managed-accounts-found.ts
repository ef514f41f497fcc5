import type { Migration } from "./migration.ts";

/** Indexes that find managed accounts that are not confirmed, and those whose change is due, without reading all of them. */
export const managedAccountsFound: Migration = {
  name: "0057-managed-accounts-found",
  async up(schema) {
    await schema.addIndex("managedAccounts", ["status", "policyId"]);
    await schema.addIndex("managedAccounts", ["policyId", "nextRandomized"]);
    await schema.removeIndex("managedAccounts", "managedAccounts_policyId");
  },
};
