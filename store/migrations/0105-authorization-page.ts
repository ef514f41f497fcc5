import { type Attributes, bigInteger, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const consents: Attributes = {
  key: primary(text()),
  userKey: text(),
  clientId: text(),
  scopes: longText(),
  givenAt: bigInteger(),
  ...stamps(),
};

/** Consents of users to applications, and addresses to which applications may send them after sign-out. */
export const authorizationPage: Migration = {
  name: "0105-authorization-page",
  async up(schema, tableOptions) {
    await schema.createTable("consents", consents, tableOptions);
    await schema.addIndex("consents", ["userKey", "clientId"], { unique: true });
    await schema.addIndex("consents", ["clientId"]);
    await schema.addColumn("clients", "postLogoutRedirectUris", optional(longText()));
    await schema.addColumn("authorizationCodes", "signedInAt", optional(bigInteger()));
  },
};
