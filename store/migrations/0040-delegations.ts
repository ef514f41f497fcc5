import { bigInteger, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

/** Delegations, the times when an authorizer was asked and escalated, working hours of users, and the delegators of a decision. */
export const delegations: Migration = {
  name: "0040-delegations",
  async up(schema, tableOptions) {
    const columns = {
      key: primary(text()),
      delegatorKey: text(),
      delegateKey: text(),
      requestKey: optional(text()),
      beginsAt: optional(bigInteger()),
      endsAt: optional(bigInteger()),
      reason: longText(),
      state: text(20),
      createdAt: bigInteger(),
      createdByKey: optional(text()),
      answeredAt: optional(bigInteger()),
      endedAt: optional(bigInteger()),
      endedByKey: optional(text()),
      ...stamps(),
    };
    await schema.createTable("delegations", columns, tableOptions);
    for (const index of [["delegatorKey", "state"], ["delegateKey"], ["state"], ["createdAt", "key"]])
      await schema.addIndex("delegations", index);
    await schema.addColumn("requestAuthorizers", "askedAt", optional(bigInteger()));
    await schema.addColumn("requestAuthorizers", "escalatedAt", optional(bigInteger()));
    await schema.addColumn("users", "timeZone", optional(text(60)));
    await schema.addColumn("users", "calendar", optional(text(60)));
    await schema.addColumn("decisions", "decidedFor", optional(longText()));
  },
};
