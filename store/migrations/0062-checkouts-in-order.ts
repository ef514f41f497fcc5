import type { Migration } from "./migration.ts";

/** Check-outs of an account, or in a state, are read in the order in which they were asked for without sorting all of them. */
export const checkoutsInOrder: Migration = {
  name: "0062-checkouts-in-order",
  async up(schema) {
    await schema.addIndex("checkouts", ["status", "requestedAt", "key"]);
    await schema.addIndex("checkouts", ["managedAccountKey", "requestedAt", "key"]);
    await schema.removeIndex("checkouts", "checkouts_status_expires_at");
  },
};
