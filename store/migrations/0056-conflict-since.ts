import { bigInteger, optional } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Time since when a managed account is in conflict. */
export const conflictSince: Migration = {
  name: "0056-conflict-since",
  async up(schema) {
    await schema.addColumn("managedAccounts", "conflictSince", optional(bigInteger()));
  },
};
