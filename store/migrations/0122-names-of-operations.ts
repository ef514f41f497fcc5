import { longText, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const nameSize = 400;

/** Names of the objects of an operation. */
export const namesOfOperations: Migration = {
  name: "0122-names-of-operations",
  async up(schema) {
    await schema.addColumn("requestOperations", "accountName", optional(text(nameSize)));
    await schema.addColumn("requestOperations", "groupName", optional(text(nameSize)));
    await schema.addColumn("requestOperations", "targetSystemName", optional(longText()));
  },
};
