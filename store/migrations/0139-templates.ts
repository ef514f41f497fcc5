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

const tables: Readonly<Record<string, Attributes>> = {
  templates: {
    key: primary(text()),
    name: text(100),
    description: text(400),
    helpUrl: optional(text(2048)),
    enabled: flag(),
    usableBy: optional(text()),
    recipients: optional(text()),
    operations: longText(),
    formFields: longText(),
    createdAt: bigInteger(),
  },
  requestBatches: {
    key: primary(text()),
    templateKey: text(),
    templateName: text(100),
    requesterKey: text(),
    reason: optional(longText()),
    startAt: optional(bigInteger()),
    form: longText(),
    recipients: integer(),
    waiting: integer(),
    submitted: integer(),
    refused: integer(),
    createdAt: bigInteger(),
    finishedAt: optional(bigInteger()),
    cancelledAt: optional(bigInteger()),
    content: longText(),
    operationId: optional(text()),
    requestId: text(),
    submittedBy: text(20),
  },
  requestBatchMembers: {
    key: primary(text()),
    batchKey: text(),
    sequence: integer(),
    recipientKey: text(),
    state: text(20),
    requestKey: optional(text()),
    errorCode: optional(text(60)),
    errorMessage: optional(longText()),
    endedAt: optional(bigInteger()),
  },
};

const indexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  templates: [["name", "key"]],
  requestBatches: [
    ["requesterKey", "createdAt"],
    ["createdAt", "key"],
    ["templateKey", "createdAt"],
  ],
  requestBatchMembers: [["batchKey", "state", "sequence"]],
  reqbatch: [["batchKey", "key"]],
};

/** Templates of requests, and batches of requests that were submitted by one call; earlier requests belong to none. */
export const templates: Migration = {
  name: "0139-templates",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(tables))
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    await schema.addColumn("reqbatch", "batchKey", optional(text()));
    await schema.addIndex("requestBatchMembers", ["batchKey", "recipientKey"], { unique: true });
    for (const [table, all] of Object.entries(indexes))
      for (const columns of all) await schema.addIndex(table, [...columns]);
  },
};
