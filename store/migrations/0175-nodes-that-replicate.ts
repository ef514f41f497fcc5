import { bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const publicKey = () => text(43);

const keys = {
  id: primary(text(40)),
  signingKey: publicKey(),
  sealingKey: publicKey(),
  signingSecret: longText(),
  sealingSecret: longText(),
  createdAt: bigInteger(),
};

const invitation = {
  name: primary(text(40)),
  tokenHash: text(),
  expiresAt: bigInteger(),
  invitedByKey: optional(text()),
  usedBy: optional(publicKey()),
};

const expulsion = {
  name: primary(text(40)),
  nodeKey: text(),
  expelledAt: bigInteger(),
  expelledBy: text(),
};

const link = {
  name: primary(text(40)),
  nodeKey: text(),
  metAt: optional(longText()),
  signingKey: publicKey(),
  sealingKey: publicKey(),
  pinnedAt: bigInteger(),
  lastSeenAt: optional(bigInteger()),
  skewMs: optional(bigInteger()),
  lastPullAt: optional(bigInteger()),
  lastSuccessAt: optional(bigInteger()),
  failures: integer(),
  nextPullAt: bigInteger(),
  lastError: optional(text(400)),
  caughtUpAt: optional(bigInteger()),
  position: bigInteger(),
  applied: bigInteger(),
  conflicts: bigInteger(),
  held: longText(),
  lag: optional(longText()),
};

/** Identity of nodes: addresses and keys, states, invitations, expulsions, and what each knows of the others. */
export const nodesThatReplicate: Migration = {
  name: "0175-nodes-that-replicate",
  async up(schema, tableOptions) {
    await schema.addColumn("nodes", "publicAddress", optional(longText()));
    await schema.addColumn("nodes", "state", { ...text(20), defaultValue: "active" });
    await schema.addColumn("nodes", "signingKey", optional(publicKey()));
    await schema.addColumn("nodes", "sealingKey", optional(publicKey()));
    await schema.addColumn("nodes", "schemaVersion", optional(integer()));
    await schema.createTable("nodeKeys", { ...keys, ...stamps() }, tableOptions);
    await schema.createTable("nodeInvitations", { ...invitation, ...stamps() }, tableOptions);
    await schema.addIndex("nodeInvitations", ["expiresAt"]);
    await schema.createTable("nodeExpulsions", { ...expulsion, ...stamps() }, tableOptions);
    await schema.createTable("nodeLinks", { ...link, ...stamps() }, tableOptions);
    await schema.addIndex("nodeLinks", ["nodeKey"], { unique: true });
  },
};
