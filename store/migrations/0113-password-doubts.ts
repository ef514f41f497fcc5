import { integer, optional, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const reasonSize = 20;

/** The vault notes by what else a password may have been changed, and of how many such doubts a target's word is the answer. */
export const passwordDoubts: Migration = {
  name: "0113-password-doubts",
  async up(schema) {
    await schema.addColumn("managedAccounts", "doubts", { ...integer(), defaultValue: 0 });
    await schema.addColumn("managedAccounts", "doubt", optional(text(reasonSize)));
    await schema.addColumn("vaultEntries", "sureOf", optional(integer()));
    await schema.addColumn("vaultOrders", "doubts", optional(integer()));
  },
};
