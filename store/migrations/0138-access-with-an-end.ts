import { bigInteger, integer, longText, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Ends of access: those that operations ask for, and the operations that end grants whose time is over. */
export const accessWithAnEnd: Migration = {
  name: "0138-access-with-an-end",
  async up(schema) {
    await schema.addColumn("requestOperations", "until", optional(bigInteger()));
    await schema.addColumn("requestOperations", "forHours", optional(integer()));
    await schema.addColumn("requestOperations", "endsGrantKey", optional(text()));
    await schema.addColumn("grants", "endOperationKey", optional(text()));
    await schema.addColumn("grants", "endProblem", optional(longText()));
    await schema.addColumn("grants", "warnedFor", optional(bigInteger()));
  },
};
