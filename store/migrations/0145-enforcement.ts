import { type Attributes, bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";
import { offAfterUpgrade } from "./off-after-upgrade.ts";

const stateSize = 20;

const tables: Readonly<Record<string, Attributes>> = {
  enforcementRuns: {
    key: primary(text()),
    kind: text(stateSize),
    reason: text(stateSize),
    state: text(stateSize),
    userKeys: optional(longText()),
    threads: integer(),
    people: integer(),
    differences: integer(),
    removals: integer(),
    waiting: integer(),
    submitted: integer(),
    refused: integer(),
    largeRemovals: optional(longText()),
    requestedBy: optional(text()),
    confirmedBy: optional(text()),
    requestId: text(),
    createdAt: bigInteger(),
    startedAt: optional(bigInteger()),
    endedAt: optional(bigInteger()),
    errorMessage: optional(longText()),
  },
  enforcementItems: {
    key: primary(text()),
    runKey: text(),
    userKey: text(),
    differences: longText(),
    state: text(stateSize),
    requestKeys: longText(),
    errorCode: optional(text(60)),
    errorMessage: optional(longText()),
    endedAt: optional(bigInteger()),
  },
};

const indexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  enforcementRuns: [
    ["createdAt", "key"],
    ["state", "kind"],
  ],
  enforcementItems: [
    ["runKey", "state", "key"],
    ["userKey", "state"],
  ],
};

/** Indexes that take the place of shorter ones, so that a search through everybody reads few rows besides. */
const longerIndexes: Readonly<Record<string, { readonly from: readonly string[]; readonly to: readonly string[] }>> = {
  grants: { from: ["userKey", "groupKey"], to: ["userKey", "groupKey", "endedAt", "kind", "targetSystemKey"] },
  userAttributes: { from: ["userKey"], to: ["userKey", "name"] },
};

/** Most characters of a value that the index of MariaDB holds. */
const indexedCharacters = 100;

/**
 * Runs of enforcement with their people, and the indexes by which conditions find people by their attributes and access. An installation that
 * is older does not begin to discover and to give and take access every night by itself.
 */
export const enforcement: Migration = {
  name: "0145-enforcement",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(tables))
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    await schema.addIndex("enforcementItems", ["runKey", "userKey"], { unique: true });
    for (const [table, all] of Object.entries(indexes))
      for (const columns of all) await schema.addIndex(table, [...columns]);
    for (const [table, { from, to }] of Object.entries(longerIndexes)) {
      await schema.addIndex(table, [...to]);
      await schema.removeIndex(table, [...from]);
    }
    const isSqlite = schema.sequelize.getDialect() === "sqlite";
    const value = isSqlite ? "value" : { name: "value", length: indexedCharacters };
    await schema.addIndex("userAttributes", { fields: ["name", value], name: "user_attributes_name_value" });
    await schema.sequelize.query(offAfterUpgrade("PSUPDATE_NIGHTLY"));
  },
};
