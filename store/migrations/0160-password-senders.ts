import { bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const sender = {
  key: primary(text()),
  targetSystemKey: text(),
  name: text(100),
  status: text(20),
  enrolmentTokenHash: optional(text()),
  enrolmentExpiresAt: optional(bigInteger()),
  signingKey: optional(longText()),
  receivingKey: optional(longText()),
  receivingSecret: optional(longText()),
  invitedAt: bigInteger(),
  invitedByKey: optional(text()),
  enrolledAt: optional(bigInteger()),
  lastSeenAt: optional(bigInteger()),
  lastReportAt: optional(bigInteger()),
  lastOutcome: optional(text(20)),
  softwareVersion: optional(text(40)),
  waiting: optional(integer()),
  revokedAt: optional(bigInteger()),
  series: optional(text(64)),
  through: integer(),
  pastSeries: longText(),
  reportMark: optional(text()),
};

const report = {
  key: primary(text()),
  senderKey: text(),
  accountKey: text(),
  echoedTurn: integer(),
  reportedTurn: integer(),
  reportedAt: bigInteger(),
};

/** Senders that report passwords set on target systems, and what orders these changes among those of the service. */
export const passwordSenders: Migration = {
  name: "0160-password-senders",
  async up(schema, tableOptions) {
    await schema.createTable("passwordSenders", { ...sender, ...stamps() }, tableOptions);
    await schema.addIndex("passwordSenders", ["targetSystemKey", "status"]);
    await schema.addIndex("passwordSenders", ["invitedAt", "key"]);
    await schema.createTable("passwordReports", { ...report, ...stamps() }, tableOptions);
    await schema.addIndex("passwordReports", ["senderKey", "accountKey"], { unique: true });
    await schema.addIndex("passwordReports", ["accountKey"]);
    await schema.addColumn("requestOperations", "reportedAccountKey", optional(text()));
    await schema.addColumn("passwordQueue", "reportedAccountKey", optional(text()));
    await schema.addColumn("targetSystems", "passwordSenderOffline", { ...text(20), defaultValue: "accept" });
  },
};
