import { type Attributes, bigInteger, integer, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const memberSize = 20;

const columns: Attributes = {
  key: primary(text()),
  secretHash: text(),
  door: text(memberSize),
  gift: text(memberSize),
  userKey: text(),
  userVersion: integer(),
  startedAt: bigInteger(),
  lastUsedAt: bigInteger(),
  idleSeconds: integer(),
  expiresAt: bigInteger(),
  revokedAt: optional(bigInteger()),
  ...stamps(),
};

/** Sessions that a secret identifies. */
export const keyedSessions: Migration = {
  name: "0080-keyed-sessions",
  async up(schema, tableOptions) {
    await schema.createTable("keyedSessions", columns, tableOptions);
    await schema.addIndex("keyedSessions", ["secretHash"], { unique: true });
    await schema.addIndex("keyedSessions", ["expiresAt"]);
  },
};
