import { integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Details of catalog items, the values of their forms in requests, and the operations of a request that give what its recipient has already.
 */
export const catalogueDetails: Migration = {
  name: "0133-catalogue-details",
  async up(schema, tableOptions) {
    const columns = {
      key: primary(text()),
      resourceType: text(20),
      resourceKey: text(),
      ownerKey: optional(text()),
      risk: optional(integer()),
      tags: longText(),
      longestHours: optional(integer()),
      formFields: longText(),
      ...stamps(),
    };
    await schema.createTable("catalogueDetails", columns, tableOptions);
    await schema.addIndex("catalogueDetails", ["resourceType", "resourceKey"], { unique: true });
    await schema.addColumn("requestOperations", "form", optional(longText()));
    await schema.addColumn("reqbatch", "alreadyHeld", optional(longText()));
  },
};
