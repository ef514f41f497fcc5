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

const queue: Attributes = {
  key: primary(text()),
  accountKey: text(),
  accountName: text(400),
  targetSystemKey: text(),
  userKey: optional(text()),
  requesterKey: text(),
  recipientKey: text(),
  code: text(20),
  turn: integer(),
  password: longText(),
  currentPassword: optional(longText()),
  mustChange: flag(),
  maybeSet: flag(),
  place: text(),
  state: text(20),
  tries: integer(),
  nextTryAt: optional(bigInteger()),
  lastTriedAt: bigInteger(),
  operationKey: text(),
  requestKey: text(),
  errorCode: optional(text(60)),
  errorMessage: optional(longText()),
  queuedAt: bigInteger(),
  expiresAt: bigInteger(),
};

const indexes = [["userKey"], ["targetSystemKey"], ["queuedAt", "key"], ["expiresAt", "key"]] as const;

/** Queue of failed password changes, the turns of the changes of an account, and the way of each target group. */
export const passwordQueue: Migration = {
  name: "0149-password-queue",
  async up(schema, tableOptions) {
    await schema.createTable("passwordQueue", { ...queue, ...stamps() }, tableOptions);
    await schema.addIndex("passwordQueue", ["accountKey"], { unique: true });
    for (const columns of indexes) await schema.addIndex("passwordQueue", [...columns]);
    await schema.addColumn("targetGroups", "passwordQueueMode", { ...text(20), defaultValue: "none" });
    await schema.addColumn("requestOperations", "passwordTurn", optional(integer()));
    await schema.addColumn("requestOperations", "passwordQueueKey", optional(text()));
    await schema.addIndex("requestOperations", ["accountKey", "passwordTurn"]);
  },
};
