import { bigInteger, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Attributes } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const hostColumns: Attributes = {
  key: primary(text()),
  managedAccountKey: text(),
  name: text(100),
  status: text(20),
  enrolmentTokenHash: optional(text()),
  enrolmentExpiresAt: optional(bigInteger()),
  signingKey: optional(longText()),
  sealingKey: optional(longText()),
  invitedAt: bigInteger(),
  invitedBy: text(),
  lastSeenAt: optional(bigInteger()),
  revokedAt: optional(bigInteger()),
  ...stamps(),
};

/** Keys of hosts that request the passwords of their accounts, and the runs that the hosts fetch. */
export const managedHosts: Migration = {
  name: "0068-managed-hosts",
  async up(schema, tableOptions) {
    await schema.createTable("managedHosts", hostColumns, tableOptions);
    await schema.addIndex("managedHosts", ["managedAccountKey", "status"]);
    await schema.addColumn("vaultRuns", "managedHostKey", optional(text()));
    await schema.addIndex("vaultRuns", ["managedHostKey", "endedAt"]);
  },
};
