import { flag, longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/**
 * Permission of a definition that requests may set an attribute that its connector guards; the memberships that the attributes of an
 * operation write; indexes of open requests by requester and by recipient.
 */
export const givenByAttributes: Migration = {
  name: "0116-given-by-attributes",
  async up(schema) {
    await schema.addColumn("targetSystemAttributeDefinitions", "mayGiveRights", { ...flag(), defaultValue: 0 });
    await schema.addColumn("requestOperations", "memberships", optional(longText()));
    await schema.addIndex("reqbatch", ["requesterKey", "status"]);
    await schema.addIndex("reqbatch", ["recipientKey", "status"]);
  },
};
