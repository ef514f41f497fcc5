import { longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Requested access in the audit rows of a request; earlier rows have only the key of the request. */
export const whatAuditRowsAskFor: Migration = {
  name: "0126-what-audit-rows-ask-for",
  async up(schema) {
    await schema.addColumn("sesslog_full", "requested", optional(longText()));
  },
};
