import { bigInteger, flag, integer, longText, optional, primary, text, type Attributes } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const runSize = 40;
const stableIdSize = 400;
const typeSize = 20;
const hashSize = 64;

/** Tables for a listing until it replaces the old generation; local to the node, not in the change log. */
const staging: Readonly<Record<string, Attributes>> = {
  stagedChunks: {
    run: primary(text(runSize)),
    number: primary(integer()),
    type: text(typeSize),
    hash: text(hashSize),
    chain: text(hashSize),
    items: integer(),
    cursor: optional(longText()),
    last: flag(),
    token: optional(longText()),
  },
  stagedObjects: {
    run: primary(text(runSize)),
    type: primary(text(typeSize)),
    id: primary(text(stableIdSize)),
    name: text(),
    hash: text(hashSize),
    removed: flag(),
    attributes: optional(longText()),
    enabled: optional(flag()),
    locked: optional(flag()),
    expired: optional(flag()),
    passwordExpired: optional(flag()),
    newKey: text(),
    objectKey: optional(text()),
    changes: optional(longText()),
  },
  stagedMembers: {
    run: primary(text(runSize)),
    place: primary(text(hashSize)),
    groupId: text(stableIdSize),
    memberId: optional(text(stableIdSize)),
    memberName: text(),
    newKey: text(),
  },
  stagedValues: {
    run: primary(text(runSize)),
    objectKey: primary(text()),
    name: primary(text()),
    sequence: primary(integer()),
    type: text(typeSize),
    value: longText(),
    newKey: text(),
  },
  stagedRemovals: { run: primary(text(runSize)), type: primary(text(typeSize)), objectKey: primary(text()) },
  /** Token up to which the change feed of a target has been applied. */
  changeTokens: {
    targetSystemKey: primary(text()),
    type: primary(text(typeSize)),
    token: longText(),
    appliedAt: bigInteger(),
  },
};

/** Discovery: staging, tokens of change feeds, and the hash that identifies an unchanged object. */
export const discovery: Migration = {
  name: "0013-discovery",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(staging))
      await schema.createTable(table, { ...attributes }, tableOptions);
    await schema.addIndex("stagedObjects", ["run", "objectKey"]);
    await schema.addIndex("stagedMembers", ["run", "groupId"]);
    await schema.addIndex("requestOperations", ["targetSystemKey", "code"]);
    await schema.addColumn("accounts", "discoveredHash", optional(text(hashSize)));
    await schema.addColumn("groups", "discoveredHash", optional(text(hashSize)));
    await schema.addColumn("requestOperations", "discovery", optional(longText()));
  },
};
