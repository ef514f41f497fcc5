import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Digest that finds an open request for the same object and person; requests that are open already have none. */
export const subjectsOfOperations: Migration = {
  name: "0123-subjects-of-operations",
  async up(schema) {
    await schema.addColumn("requestOperations", "subject", optional(text()));
    await schema.addIndex("requestOperations", ["subject"]);
  },
};
