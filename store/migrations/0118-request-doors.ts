import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Interface by which a request was submitted, for the audit of its end. */
export const requestDoors: Migration = {
  name: "0118-request-doors",
  async up(schema) {
    await schema.addColumn("reqbatch", "submittedBy", optional(text(20)));
  },
};
