import type { Migration } from "./migration.ts";

/**
 * Indexes by which a mass reset finds the owners all of whose accounts have ended, and the row that is tried next, however many rows it has.
 */
export const ownersOfMassResets: Migration = {
  name: "0170-owners-of-mass-resets",
  async up(schema) {
    await schema.addIndex("massResetAccounts", ["runKey", "userKey", "result"]);
    await schema.addIndex("massResetAccounts", ["runKey", "result", "nextTryAt"]);
    await schema.removeIndex("massResetAccounts", ["runKey", "userKey"]);
    await schema.removeIndex("massResetAccounts", ["runKey", "result"]);
  },
};
