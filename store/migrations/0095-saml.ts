import {
  type Attributes,
  bigInteger,
  flag,
  integer,
  longText,
  optional,
  primary,
  stamps,
  text,
} from "./column-types.ts";
import type { Migration } from "./migration.ts";

const nameSize = 400;

const providerColumns: Attributes = {
  id: primary(text()),
  description: optional(text(nameSize)),
  entryPoint: longText(),
  issuer: text(nameSize),
  certificates: longText(),
  entityId: optional(text(nameSize)),
  nameAttribute: optional(text()),
  userAttribute: optional(text()),
  signatureAlgorithms: optional(longText()),
  clockSkewSeconds: integer(),
  enabled: flag(),
  ...stamps(),
};

const requestColumns: Attributes = {
  key: primary(text()),
  relayStateHash: text(),
  requestId: text(),
  providerId: text(),
  attemptKey: text(),
  expiresAt: bigInteger(),
  ...stamps(),
};

/** Identity providers that speak SAML, and the requests to them. */
export const saml: Migration = {
  name: "0095-saml",
  async up(schema, tableOptions) {
    await schema.createTable("samlProviders", providerColumns, tableOptions);
    await schema.createTable("samlRequests", requestColumns, tableOptions);
    await schema.addIndex("samlRequests", ["relayStateHash"], { unique: true });
    await schema.addIndex("samlRequests", ["expiresAt"]);
  },
};
