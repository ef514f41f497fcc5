import type { Migration } from "./migration.ts";

/** The latest check-outs under a policy are found by it. */
export const checkoutsByPolicy: Migration = {
  name: "0121-checkouts-by-policy",
  async up(schema) {
    await schema.addIndex("checkouts", ["policyId", "requestedAt"]);
  },
};
