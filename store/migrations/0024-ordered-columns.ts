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

/** Missing indexes for the columns by which growing tables are ordered and searched (domain/resources/ordered-columns). */
export const orderedColumnsIndexed: Migration = {
  name: "0024-ordered-columns",
  async up(schema) {
    // The key comes last, because every order ends with it.
    for (const [table, column] of indexes) {
      await schema.addIndex(table, [column, "key"], { name: `${table}_by_${column}` });
    }
  },
};
