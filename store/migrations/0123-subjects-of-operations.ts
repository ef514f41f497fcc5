import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** An open request for the same thing and person is found by a digest; what is open already has none. */
export const subjectsOfOperations: Migration = {
  name: "0123-subjects-of-operations",
  async up(schema) {
    await schema.addColumn("requestOperations", "subject", optional(text()));
    await schema.addIndex("requestOperations", ["subject"]);
  },
};
