import type { Migration } from "./migration.ts";

/**
 * Indexes that find the operations of a request on one target system by both keys, and discoveries by their code: otherwise a planner
 * without statistics reads everything that was ever requested of a target system.
 */
export const operationsFound: Migration = {
  name: "0045-operations-found",
  async up(schema) {
    await schema.addIndex("requestOperations", ["requestKey", "targetSystemKey"]);
    await schema.addIndex("requestOperations", ["code", "result"]);
    await schema.removeIndex("requestOperations", ["requestKey"]);
  },
};
