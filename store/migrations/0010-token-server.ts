import { type Attributes, bigInteger, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const added: Readonly<Record<string, Attributes>> = {
  clients: {
    displayName: optional(text(400)),
    scopes: optional(longText()),
    redirectUris: optional(longText()),
    userKey: optional(text()),
    tokenFamily: optional(text()),
  },
  signingKeys: { slot: optional(text(20)), activatedAt: optional(bigInteger()), retiredAt: optional(bigInteger()) },
};

const authorizationCodes: Attributes = {
  key: primary(text()),
  codeHash: text(),
  family: text(),
  userKey: text(),
  clientId: text(),
  redirectUri: text(500),
  scope: text(400),
  codeChallenge: text(),
  nonce: optional(longText()),
  createdAt: bigInteger(),
  expiresAt: bigInteger(),
  consumedAt: optional(bigInteger()),
};

/** Columns and tables for registered clients, authorization codes and key rotation, and indexes for cleaning up. */
export const tokenServer: Migration = {
  name: "0010-token-server",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(added)) {
      for (const [name, attribute] of Object.entries(attributes)) await schema.addColumn(table, name, attribute);
    }
    await schema.createTable("authorizationCodes", { ...authorizationCodes, ...stamps() }, tableOptions);
    // If two processes make the first key at the same moment, one is refused.
    await schema.addIndex("signingKeys", ["slot"], { unique: true });
    await schema.addIndex("authorizationCodes", ["codeHash"], { unique: true });
    await schema.addIndex("authorizationCodes", ["expiresAt"]);
    await schema.addIndex("persistedGrants", ["expiresAt"]);
    await schema.addIndex("persistedGrants", ["clientId"]);
  },
};
