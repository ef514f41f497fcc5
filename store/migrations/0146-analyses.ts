import { type Attributes, bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const tables: Readonly<Record<string, Attributes>> = {
  analyses: {
    key: primary(text()),
    kind: text(20),
    input: longText(),
    state: text(20),
    done: integer(),
    total: optional(integer()),
    rowCount: integer(),
    summary: optional(longText()),
    createdBy: optional(text()),
    createdAt: bigInteger(),
    endedAt: optional(bigInteger()),
    errorCode: optional(text(60)),
    errorMessage: optional(longText()),
    cursor: optional(longText()),
    settledRows: integer(),
    attempt: integer(),
  },
  analysisRows: {
    key: primary(text()),
    analysisKey: text(),
    sequence: integer(),
    userKey: optional(text()),
    operation: text(20),
    targetSystemKey: optional(text()),
    groupKey: optional(text()),
    roleKey: optional(text()),
    requestKey: optional(text()),
    roleSuggestionKey: optional(text()),
    why: text(20),
    was: optional(text(20)),
    would: optional(text(20)),
  },
  roleSuggestions: {
    key: primary(text()),
    analysisKey: text(),
    sequence: integer(),
    department: optional(longText()),
    people: integer(),
    grantsReplaced: integer(),
    gainers: integer(),
    entitlements: longText(),
    condition: optional(longText()),
    roleKey: optional(text()),
  },
};

const uniqueIndexes = {
  analysisRows: ["analysisKey", "sequence"],
  roleSuggestions: ["analysisKey", "sequence"],
} as const;

const indexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  analyses: [
    ["createdAt", "key"],
    ["state", "createdAt"],
    ["createdBy", "state"],
  ],
  analysisRows: [
    ["analysisKey", "userKey"],
    ["roleSuggestionKey", "sequence"],
  ],
  roleSuggestions: [["sequence", "key"], ["roleKey"]],
};

/** Analyses with the rows of their results, and the roles that they suggest. */
export const analyses: Migration = {
  name: "0146-analyses",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(tables))
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    for (const [table, columns] of Object.entries(uniqueIndexes))
      await schema.addIndex(table, [...columns], { unique: true });
    for (const [table, all] of Object.entries(indexes))
      for (const columns of all) await schema.addIndex(table, [...columns]);
  },
};
