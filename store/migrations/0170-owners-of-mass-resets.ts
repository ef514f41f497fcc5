import type { Migration } from "./migration.ts";

/** The index by which a mass reset finds the owners all of whose accounts have ended, however many accounts an owner has. */
export const ownersOfMassResets: Migration = {
  name: "0170-owners-of-mass-resets",
  async up(schema) {
    await schema.addIndex("massResetAccounts", ["runKey", "userKey", "result"]);
    await schema.removeIndex("massResetAccounts", ["runKey", "userKey"]);
  },
};
