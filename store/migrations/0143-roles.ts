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

const stateSize = 20;
const nameSize = 400;

const tables: Readonly<Record<string, Attributes>> = {
  roleVersions: {
    key: primary(text()),
    roleKey: text(),
    number: integer(),
    state: text(stateSize),
    content: longText(),
    createdAt: bigInteger(),
    createdBy: optional(text()),
    inForceAt: optional(bigInteger()),
    inForceBy: optional(text()),
    comment: optional(longText()),
    retiredAt: optional(bigInteger()),
  },
  roleEntitlements: {
    key: primary(text()),
    roleKey: text(),
    kind: text(stateSize),
    targetSystemKey: optional(text()),
    groupKey: optional(text()),
    innerRoleKey: optional(text()),
    throughRoleKey: optional(text()),
    attributes: optional(longText()),
  },
  roleAssignments: {
    key: primary(text()),
    roleKey: text(),
    userKey: text(),
    because: text(stateSize),
    reason: longText(),
    until: optional(bigInteger()),
    createdAt: bigInteger(),
    createdBy: optional(text()),
    requestKey: optional(text()),
  },
  roleOwners: { key: primary(text()), roleKey: text(), userKey: text() },
  accessExceptions: {
    key: primary(text()),
    kind: text(stateSize),
    userKey: text(),
    roleKey: optional(text()),
    sodRuleKey: optional(text()),
    targetSystemKey: optional(text()),
    groupKey: optional(text()),
    reason: optional(longText()),
    control: optional(longText()),
    from: bigInteger(),
    until: optional(bigInteger()),
    endedAt: optional(bigInteger()),
    requestKey: optional(text()),
    operationKey: optional(text()),
  },
};

const indexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  roles: [["id", "key"]],
  roleEntitlements: [
    ["roleKey", "kind"],
    ["groupKey", "roleKey"],
    ["targetSystemKey", "kind", "roleKey"],
    ["innerRoleKey"],
  ],
  roleAssignments: [
    ["roleKey", "because"],
    ["until", "key"],
  ],
  roleOwners: [["userKey"]],
  accessExceptions: [
    ["userKey", "kind"],
    ["roleKey", "userKey"],
    ["sodRuleKey", "userKey"],
    ["until", "key"],
  ],
  grants: [["roleKey", "userKey"]],
  requestOperations: [["roleKey", "code"]],
};

const uniqueIndexes: Readonly<Record<string, readonly string[]>> = {
  roleVersions: ["roleKey", "number"],
  roleAssignments: ["userKey", "roleKey", "because"],
  roleOwners: ["roleKey", "userKey"],
};

/** Roles with versions, entitlements, assignments and owners, exceptions from them, and operations without a target system. */
export const roles: Migration = {
  name: "0143-roles",
  async up(schema, tableOptions) {
    const run = (statement: string) => schema.sequelize.query(statement);
    for (const [table, attributes] of Object.entries(tables))
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    await schema.addColumn("roles", "state", { ...text(stateSize), defaultValue: "draft" });
    await schema.addColumn("roles", "number", optional(integer()));
    await schema.addColumn("roles", "condition", optional(longText()));
    await schema.addColumn("roles", "surplus", { ...text(stateSize), defaultValue: "none" });
    await schema.addColumn("roles", "deficit", { ...text(stateSize), defaultValue: "none" });
    await schema.addColumn("roles", "asksPhases", { ...flag(), defaultValue: 0 });
    await schema.addColumn("roles", "createdAt", { ...bigInteger(), defaultValue: 0 });
    await schema.addColumn("roleMembers", "from", { ...bigInteger(), defaultValue: 0 });
    await schema.addColumn("grants", "roleKey", optional(text()));
    if (schema.sequelize.getDialect() === "sqlite") {
      // SQLite cannot allow null afterwards, so a column that does replaces the old one, whose index goes with it.
      await schema.removeIndex("requestOperations", ["targetSystemKey", "code"]);
      await schema.removeIndex("requestOperations", ["requestKey", "targetSystemKey"]);
      await schema.addColumn("requestOperations", "targetSystemKeyOrNull", optional(text()));
      await run("UPDATE `requestOperations` SET `targetSystemKeyOrNull` = `targetSystemKey`");
      await run("ALTER TABLE `requestOperations` DROP COLUMN `targetSystemKey`");
      await run("ALTER TABLE `requestOperations` RENAME COLUMN `targetSystemKeyOrNull` TO `targetSystemKey`");
      await schema.addIndex("requestOperations", ["targetSystemKey", "code"]);
      await schema.addIndex("requestOperations", ["requestKey", "targetSystemKey"]);
    } else {
      await schema.changeColumn("requestOperations", "targetSystemKey", optional(text()));
    }
    await schema.addColumn("requestOperations", "roleKey", optional(text()));
    await schema.addColumn("requestOperations", "sodRuleKey", optional(text()));
    await schema.addColumn("requestOperations", "control", optional(longText()));
    await schema.addColumn("requestOperations", "aboutName", optional(text(nameSize)));
    for (const [table, columns] of Object.entries(uniqueIndexes))
      await schema.addIndex(table, [...columns], { unique: true });
    for (const [table, all] of Object.entries(indexes))
      for (const columns of all) await schema.addIndex(table, [...columns]);
  },
};
