import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Starts and wakes that are to be dispatched at a later moment. */
export const outboxDue: Migration = {
  name: "0005-outbox-due",
  async up(schema) {
    await schema.addColumn("outbox", "dueAt", optional(bigInteger()));
  },
};
