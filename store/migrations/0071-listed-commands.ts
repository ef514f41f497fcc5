import { type Attributes, bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
import type { Migration } from "./migration.ts";

const nameSize = 60;
const lineSize = 1000;
const codeSize = 20;

const commandColumns: Attributes = {
  key: primary(text()),
  policyId: text(),
  name: text(nameSize),
  command: text(lineSize),
  addedAt: bigInteger(),
  addedByKey: optional(text()),
  ...stamps(),
};

const runColumns: Attributes = {
  key: primary(text()),
  checkoutKey: text(),
  targetSystemKey: text(),
  proxyServer: text(),
  command: text(lineSize),
  requestId: text(),
  sends: integer(),
  sentAt: optional(bigInteger()),
  result: optional(text(codeSize)),
  errorCode: optional(text()),
  message: optional(longText()),
  output: optional(longText()),
  outcomeSignature: optional(longText()),
  expiresAt: bigInteger(),
  ...stamps(),
};

/** Commands that may be run with checked-out passwords, and their current runs. */
export const listedCommands: Migration = {
  name: "0071-listed-commands",
  async up(schema, tableOptions) {
    await schema.createTable("listedCommands", commandColumns, tableOptions);
    await schema.addIndex("listedCommands", ["policyId", "name"], { unique: true });
    await schema.createTable("commandRuns", runColumns, tableOptions);
    await schema.addIndex("commandRuns", ["checkoutKey"], { unique: true });
    await schema.addIndex("commandRuns", ["expiresAt"]);
  },
};
