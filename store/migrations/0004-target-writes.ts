import { type Attributes, longText, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const added: Readonly<Record<string, Attributes>> = {
  reqbatch: { batchId: optional(text()) },
  requestOperations: {
    password: optional(longText()),
    currentPassword: optional(longText()),
    associatedBy: optional(text(20)),
  },
};

/** Columns for direct writes on target systems: sealed passwords for as long as they wait, and the batch to which they belong. */
export const targetWrites: Migration = {
  name: "0004-target-writes",
  async up(schema) {
    for (const [table, attributes] of Object.entries(added)) {
      for (const [name, attribute] of Object.entries(attributes)) await schema.addColumn(table, name, attribute);
    }
  },
};
