import { longText, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Rows of the audit that are about a request tell what it asks for; those from before tell it by its key alone. */
export const whatAuditRowsAskFor: Migration = {
  name: "0126-what-audit-rows-ask-for",
  async up(schema) {
    await schema.addColumn("sesslog_full", "requested", optional(longText()));
  },
};
