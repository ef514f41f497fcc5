import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Deadlines by the steady time, besides those by the clock. */
export const steadyDeadlines: Migration = {
  name: "0125-steady-deadlines",
  async up(schema) {
    await schema.addColumn("vaultOrders", "steadyDeadline", optional(bigInteger()));
    await schema.addColumn("keptAnswers", "steadyUntil", optional(bigInteger()));
  },
};
