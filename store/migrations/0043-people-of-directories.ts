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

const codeSize = 20;

const passwordChecks: Attributes = {
  key: primary(text()),
  targetSystemKey: text(),
  proxyServer: text(),
  accountKey: optional(text()),
  password: longText(),
  requestId: text(),
  sends: integer(),
  result: optional(text(codeSize)),
  errorCode: optional(text()),
  outcomeSignature: optional(longText()),
  expiresAt: bigInteger(),
};

const runSize = 40;
const stagedOwners: Attributes = {
  run: primary(text(runSize)),
  groupKey: primary(text()),
  userKey: primary(text()),
};

/**
 * Authorization codes that end with the version of their user, as refresh tokens do; checks of passwords by the target system that knows
 * them; and owners of groups that a target system names.
 */
export const peopleOfDirectories: Migration = {
  name: "0043-people-of-directories",
  async up(schema, tableOptions) {
    await schema.addColumn("authorizationCodes", "userVersion", { ...integer(), defaultValue: 1 });
    await schema.sequelize.query(
      "UPDATE `authorizationCodes` SET `userVersion` = " +
        "COALESCE((SELECT u.`tokenVersion` FROM `users` u WHERE u.`key` = `authorizationCodes`.`userKey`), 1)",
    );
    await schema.createTable("passwordChecks", { ...passwordChecks, ...stamps() }, tableOptions);
    await schema.addIndex("passwordChecks", ["expiresAt"]);
    await schema.createTable("stagedOwners", { ...stagedOwners }, tableOptions);
    await schema.addColumn("groupOwners", "fromTarget", { ...flag(), defaultValue: 0 });
    await schema.addColumn("targetSystems", "groupOwnerAttribute", optional(text()));
  },
};
