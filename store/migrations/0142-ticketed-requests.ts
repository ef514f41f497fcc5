import { flag, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Mark of requests whose target systems named a ticket system when they were submitted, so that the others never look for one. */
export const ticketedRequests: Migration = {
  name: "0142-ticketed-requests",
  async up(schema) {
    await schema.addColumn("reqbatch", "ticketed", optional(flag()));
  },
};
