import type { Migration } from "./migration.ts";

const indexes = [
  ["users", "id"],
  ["users", "displayName"],
  ["accounts", "shortId"],
  ["groups", "shortId"],
  ["reqbatch", "createdAt"],
  ["reqbatch", "expiresAt"],
  ["reqbatch", "finishedAt"],
  ["requestOperations", "finishedAt"],
  ["checkouts", "requestedAt"],
] as const;

/** Indexes for the columns by which what grows is ordered and looked up (domain/resources/ordered-columns), where there was none. */
export const orderedColumnsIndexed: Migration = {
  name: "0024-ordered-columns",
  async up(schema) {
    // With the key behind, because every order ends with it.
    for (const [table, column] of indexes) {
      await schema.addIndex(table, [column, "key"], { name: `${table}_by_${column}` });
    }
  },
};
