import type { Migration } from "./migration.ts";

/** Indexes that read the check-outs of an account, or in a state, in the order of their requests, without sorting all of them. */
export const checkoutsInOrder: Migration = {
  name: "0062-checkouts-in-order",
  async up(schema) {
    await schema.addIndex("checkouts", ["status", "requestedAt", "key"]);
    await schema.addIndex("checkouts", ["managedAccountKey", "requestedAt", "key"]);
    await schema.removeIndex("checkouts", "checkouts_status_expires_at");
  },
};
