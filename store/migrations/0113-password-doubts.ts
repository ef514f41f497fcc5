import { integer, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const reasonSize = 20;

/** Other events that may have changed a password, and the number of such doubts that a target's answer settles. */
export const passwordDoubts: Migration = {
  name: "0113-password-doubts",
  async up(schema) {
    await schema.addColumn("managedAccounts", "doubts", { ...integer(), defaultValue: 0 });
    await schema.addColumn("managedAccounts", "doubt", optional(text(reasonSize)));
    await schema.addColumn("vaultEntries", "sureOf", optional(integer()));
    await schema.addColumn("vaultOrders", "doubts", optional(integer()));
  },
};
