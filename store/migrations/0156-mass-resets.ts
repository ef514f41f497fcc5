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

const massResetColumns: Attributes = {
  key: primary(text()),
  number: text(40),
  reason: longText(),
  state: text(20),
  chosenBy: text(20),
  condition: optional(longText()),
  targetSystemKeys: optional(longText()),
  targetGroupIds: optional(longText()),
  withoutOwner: flag(),
  passwordPolicyId: optional(text()),
  mustChange: flag(),
  endSessions: flag(),
  delivery: text(20),
  deliveryHours: integer(),
  canaries: integer(),
  canaryFailuresMax: integer(),
  failuresMax: integer(),
  failureShareMax: integer(),
  ratePerMinute: optional(integer()),
  people: integer(),
  accounts: integer(),
  chosen: longText(),
  skipped: longText(),
  trialAt: optional(bigInteger()),
  requesterKey: optional(text()),
  startedByKey: optional(text()),
  pausedBecause: optional(text(20)),
  problem: optional(longText()),
  requestId: text(),
  createdAt: bigInteger(),
  startedAt: optional(bigInteger()),
  endedAt: optional(bigInteger()),
  canariesOver: flag(),
  endedBefore: integer(),
  failedBefore: integer(),
};

const accountColumns: Attributes = {
  key: primary(text()),
  runKey: text(),
  accountKey: text(),
  accountName: text(400),
  targetSystemKey: text(),
  userKey: optional(text()),
  act: text(20),
  isCanary: flag(),
  openAccountKey: optional(text()),
  sharedBy: optional(text()),
  managedAccountKey: optional(text()),
  vaultRunKey: optional(text()),
  proxyServer: optional(text()),
  turn: optional(integer()),
  password: optional(longText()),
  sends: integer(),
  nextTryAt: optional(bigInteger()),
  deadlineAt: optional(bigInteger()),
  steadyDeadline: optional(bigInteger()),
  result: optional(text(20)),
  errorCode: optional(text(60)),
  message: optional(text(400)),
  outcomeSignature: optional(text(200)),
  createdAt: bigInteger(),
  begunAt: optional(bigInteger()),
  endedAt: optional(bigInteger()),
  followedByKey: optional(text()),
};

const targetColumns: Attributes = {
  key: primary(text()),
  runKey: text(),
  targetSystemKey: text(),
  accounts: integer(),
  done: integer(),
  failed: integer(),
  leftOut: integer(),
  canaries: integer(),
  canariesEnded: integer(),
  canariesFailed: integer(),
  nextBeginAt: optional(bigInteger()),
};

const partColumns: Attributes = {
  key: primary(text()),
  massResetKey: text(),
  of: text(20),
  position: integer(),
  keys: longText(),
};

/** Mass resets of passwords: their accounts, the counts of their target systems, and the parts of their choice. */
export const massResets: Migration = {
  name: "0156-mass-resets",
  async up(schema, tableOptions) {
    await schema.createTable("massResets", { ...massResetColumns, ...stamps() }, tableOptions);
    await schema.addIndex("massResets", ["createdAt", "key"]);
    await schema.addIndex("massResets", ["number", "key"]);
    await schema.addIndex("massResets", ["state", "createdAt"]);
    await schema.createTable("massResetAccounts", { ...accountColumns, ...stamps() }, tableOptions);
    for (const columns of [["openAccountKey"], ["runKey", "accountKey"]])
      await schema.addIndex("massResetAccounts", columns, { unique: true });
    for (const columns of [
      ["runKey", "result"],
      ["runKey", "userKey"],
      ["accountKey", "turn"],
      ["proxyServer", "result"],
    ])
      await schema.addIndex("massResetAccounts", columns);
    // MariaDB takes no longer name than 64 characters.
    const inHand = ["runKey", "targetSystemKey", "result", "openAccountKey"];
    await schema.addIndex("massResetAccounts", inHand, { name: "massResetAccounts_in_hand" });
    await schema.createTable("massResetTargets", { ...targetColumns, ...stamps() }, tableOptions);
    await schema.addIndex("massResetTargets", ["runKey", "targetSystemKey"], { unique: true });
    await schema.createTable("massResetParts", { ...partColumns, ...stamps() }, tableOptions);
    await schema.addIndex("massResetParts", ["massResetKey", "of", "position"], { unique: true });
  },
};
