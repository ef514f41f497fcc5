import { bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const columns = {
  key: primary(text()),
  managedAccountKey: text(),
  sequence: integer(),
  kind: text(20),
  accountKey: optional(text()),
  plugin: optional(text(400)),
  setting: optional(text(400)),
  toldEntryKey: optional(text()),
  heldEntryKey: optional(text()),
  refusedEntryKey: optional(text()),
  failingSince: optional(bigInteger()),
  message: optional(text(400)),
  triedAt: optional(longText()),
  ...stamps(),
};

/** Dependents of a managed account, which must have its password, and the orders that give it to them. */
export const managedAccountDependants: Migration = {
  name: "0066-managed-account-dependants",
  async up(schema, tableOptions) {
    await schema.createTable("managedAccountDependants", columns, tableOptions);
    await schema.addIndex("managedAccountDependants", ["managedAccountKey", "sequence"], { unique: true });
    await schema.addIndex("managedAccountDependants", ["accountKey"], { unique: true });
    await schema.addIndex("managedAccountDependants", ["failingSince"]);
    await schema.addColumn("vaultOrders", "dependantKey", optional(text()));
  },
};
