import { integer, longText, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Questions to plug-ins if an operation still applies: the last one of each operation, with its answer. */
export const askedPlugIns: Migration = {
  name: "0136-asked-plug-ins",
  async up(schema) {
    await schema.addColumn("requestOperations", "askedAttempt", optional(integer()));
    await schema.addColumn("requestOperations", "applicability", optional(text(20)));
    await schema.addColumn("requestOperations", "applicabilityReason", optional(longText()));
  },
};
