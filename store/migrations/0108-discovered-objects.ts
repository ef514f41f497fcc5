import { longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** First objects that a discovery adds, changes and removes. */
export const discoveredObjects: Migration = {
  name: "0108-discovered-objects",
  async up(schema) {
    await schema.addColumn("requestOperations", "discoveredObjects", optional(longText()));
  },
};
