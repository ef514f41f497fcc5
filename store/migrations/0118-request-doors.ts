import { optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Requests know by which door they came, for what the audit says at their end. */
export const requestDoors: Migration = {
  name: "0118-request-doors",
  async up(schema) {
    await schema.addColumn("reqbatch", "submittedBy", optional(text(20)));
  },
};
