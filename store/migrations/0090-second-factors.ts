import { type Attributes, bigInteger, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const memberSize = 20;
const nameSize = 60;

const added: Attributes = {
  oneTimeSecret: longText(),
  recoveryHashes: longText(),
  name: text(nameSize),
  passkeyId: longText(),
  passkeyIdHash: text(),
  publicKey: longText(),
  transports: longText(),
  lastCounter: bigInteger(),
  lastUsed: bigInteger(),
};

const enrolments: Attributes = {
  key: primary(text()),
  userKey: text(),
  type: text(memberSize),
  secret: longText(),
  expiresAt: bigInteger(),
  ...stamps(),
};

/** One-time codes and passkeys of users. */
export const secondFactors: Migration = {
  name: "0090-second-factors",
  async up(schema, tableOptions) {
    for (const [name, attribute] of Object.entries(added))
      await schema.addColumn("userCredentials", name, optional(attribute));
    await schema.addIndex("userCredentials", ["passkeyIdHash"], { unique: true });
    await schema.createTable("credentialEnrolments", enrolments, tableOptions);
    await schema.addIndex("credentialEnrolments", ["userKey", "type"], { unique: true });
    await schema.addIndex("credentialEnrolments", ["expiresAt"]);
  },
};
