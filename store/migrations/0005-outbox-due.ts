import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Time at which a start or wake is to be dispatched. */
export const outboxDue: Migration = {
  name: "0005-outbox-due",
  async up(schema) {
    await schema.addColumn("outbox", "dueAt", optional(bigInteger()));
  },
};
