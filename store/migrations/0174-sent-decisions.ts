import { bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const decision = {
  key: primary(text()),
  requestKey: text(),
  phase: integer(),
  userKey: text(),
  decision: text(20),
  operations: optional(longText()),
  comment: optional(longText()),
  expect: optional(longText()),
  sentAt: bigInteger(),
  state: text(20),
  refusal: optional(text(100)),
  settledAt: optional(bigInteger()),
};

/** Decisions about requests of other nodes, until their home nodes have taken them. */
export const sentDecisions: Migration = {
  name: "0174-sent-decisions",
  async up(schema, tableOptions) {
    await schema.createTable("sentDecisions", { ...decision, ...stamps() }, tableOptions);
    await schema.addIndex("sentDecisions", ["requestKey"]);
    await schema.addIndex("sentDecisions", ["state", "sentAt"]);
  },
};
