import { longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** A discovery names the first objects that it adds, changes and removes. */
export const discoveredObjects: Migration = {
  name: "0108-discovered-objects",
  async up(schema) {
    await schema.addColumn("requestOperations", "discoveredObjects", optional(longText()));
  },
};
