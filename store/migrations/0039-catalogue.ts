import { integer } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Number of self-approved operations of a request, counted per requester and day, 0 for earlier requests; an index for managed groups by
 * name.
 */
export const catalogue: Migration = {
  name: "0039-catalogue",
  async up(schema) {
    await schema.addColumn("reqbatch", "selfApproved", { ...integer(), defaultValue: 0 });
    await schema.addIndex("reqbatch", ["requesterKey", "createdAt"]);
    await schema.removeIndex("reqbatch", ["requesterKey"]);
    await schema.addIndex("groups", ["managed", "shortId", "key"]);
  },
};
