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

const memberSize = 20;

const tables: Readonly<Record<string, Attributes>> = {
  sodRules: {
    key: primary(text()),
    id: text(),
    description: text(400),
    severity: text(memberSize),
    answer: text(memberSize),
    atLeast: integer(),
    enabled: flag(),
    createdAt: bigInteger(),
  },
  sodRuleItems: {
    key: primary(text()),
    ruleKey: text(),
    part: integer(),
    itemType: text(memberSize),
    itemKey: text(),
  },
  violations: {
    key: primary(text()),
    ruleKey: text(),
    userKey: text(),
    items: longText(),
    foundAt: bigInteger(),
    endedAt: optional(bigInteger()),
    exceptionKey: optional(text()),
  },
};

const indexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  sodRules: [["id", "key"]],
  sodRuleItems: [
    ["ruleKey", "part"],
    ["itemKey", "itemType", "ruleKey"],
  ],
  grants: [
    ["groupKey", "kind", "endedAt", "userKey"],
    ["targetSystemKey", "kind", "endedAt", "userKey"],
  ],
  violations: [["ruleKey", "userKey"], ["userKey", "ruleKey"], ["foundAt", "key"], ["exceptionKey"]],
};

/** Rules of separation of duties with their items, and the violations of them that were found. */
export const sod: Migration = {
  name: "0144-sod",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(tables))
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    await schema.addIndex("sodRules", ["id"], { unique: true });
    for (const [table, all] of Object.entries(indexes))
      for (const columns of all) await schema.addIndex(table, [...columns]);
  },
};
