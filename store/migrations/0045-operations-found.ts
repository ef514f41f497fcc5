import type { Migration } from "./migration.ts";

/**
 * The operations of a request on one target are found by both keys, and discoveries by their code: a planner without statistics reads
 * all that was ever asked of a target otherwise.
 */
export const operationsFound: Migration = {
  name: "0045-operations-found",
  async up(schema) {
    await schema.addIndex("requestOperations", ["requestKey", "targetSystemKey"]);
    await schema.addIndex("requestOperations", ["code", "result"]);
    await schema.removeIndex("requestOperations", ["requestKey"]);
  },
};
