import type { Migration } from "./migration.ts";

/** Index by which the open operations of an account are found, however many operations there are. */
export const operationsOfAccounts: Migration = {
  name: "0147-operations-of-accounts",
  async up(schema) {
    await schema.addIndex("requestOperations", ["accountKey", "result"]);
  },
};
