import { type Attributes, bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const wordSize = 20;
const nameSize = 400;

const reviews: Attributes = {
  key: primary(text()),
  userKey: text(),
  reviewerKey: optional(text()),
  changes: longText(),
  state: text(wordSize),
  openedAt: bigInteger(),
  askedAt: bigInteger(),
  remindedAt: optional(bigInteger()),
  escalatedAt: optional(bigInteger()),
  escalations: integer(),
  filledTo: optional(text()),
  closedAt: optional(bigInteger()),
  ...stamps(),
};

const items: Attributes = {
  key: primary(text()),
  reviewKey: text(),
  grantKey: text(),
  kind: text(wordSize),
  targetSystemKey: text(),
  accountName: optional(text(nameSize)),
  groupName: optional(text(nameSize)),
  because: text(wordSize),
  from: bigInteger(),
  until: optional(bigInteger()),
  answer: optional(text(wordSize)),
  reason: optional(longText()),
  answeredByKey: optional(text()),
  answeredAt: optional(bigInteger()),
  ...stamps(),
};

/** Reviews of what people keep who have moved, and the times of the passwords of tasks. */
export const moves: Migration = {
  name: "0141-moves",
  async up(schema, tableOptions) {
    await schema.addColumn("requestOperations", "passwordUntil", optional(bigInteger()));
    await schema.addColumn("requestOperations", "passwordShownAt", optional(bigInteger()));
    await schema.createTable("moveReviews", { ...reviews }, tableOptions);
    await schema.addIndex("moveReviews", ["reviewerKey", "state"]);
    await schema.addIndex("moveReviews", ["userKey", "state"]);
    await schema.addIndex("moveReviews", ["openedAt", "key"]);
    await schema.createTable("moveReviewItems", { ...items }, tableOptions);
    await schema.addIndex("moveReviewItems", ["reviewKey", "answer"]);
    await schema.addIndex("moveReviewItems", ["grantKey"]);
  },
};
