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

const nameSize = 60;
const codeSize = 20;

const chainColumns: Attributes = {
  name: primary(text(nameSize)),
  stored: optional(longText()),
  enabled: flag(),
  number: integer(),
  ...stamps(),
};

const versionColumns: Attributes = {
  key: primary(text()),
  name: text(nameSize),
  number: integer(),
  action: text(codeSize),
  before: optional(longText()),
  after: optional(longText()),
  enabled: flag(),
  changedBy: text(),
  changedAt: bigInteger(),
  comment: optional(longText()),
  ...stamps(),
};

const attemptColumns: Attributes = {
  key: primary(text()),
  handleHash: text(),
  cookieHash: text(),
  aim: text(codeSize),
  chain: text(),
  chainNumber: integer(),
  step: text(),
  entered: flag(),
  turn: integer(),
  chainChanges: integer(),
  userKey: optional(text()),
  userVersion: optional(integer()),
  memory: longText(),
  end: optional(text(codeSize)),
  startedAt: bigInteger(),
  expiresAt: bigInteger(),
  ...stamps(),
};

/** Authentication chains with their versions, and the sign-ins in progress. */
export const signInAttempts: Migration = {
  name: "0075-sign-in-attempts",
  async up(schema, tableOptions) {
    await schema.createTable("authChains", chainColumns, tableOptions);
    await schema.createTable("authChainVersions", versionColumns, tableOptions);
    await schema.addIndex("authChainVersions", ["name", "number"], { unique: true });
    await schema.createTable("signInAttempts", attemptColumns, tableOptions);
    await schema.addIndex("signInAttempts", ["handleHash"], { unique: true });
    await schema.addIndex("signInAttempts", ["expiresAt"]);
  },
};
