import type { Migration } from "./migration.ts";

/** Index of the latest check-outs under a policy. */
export const checkoutsByPolicy: Migration = {
  name: "0121-checkouts-by-policy",
  async up(schema) {
    await schema.addIndex("checkouts", ["policyId", "requestedAt"]);
  },
};
