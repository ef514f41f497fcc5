import {
  bigInteger,
  flag,
  integer,
  longText,
  optional,
  primary,
  stamps,
  text,
  type Attributes,
} from "./column-types.ts";
import type { Migration } from "./migration.ts";

const tables: Readonly<Record<string, Attributes>> = {
  notices: {
    key: primary(text()),
    kind: text(20),
    userKey: text(),
    requestKey: optional(text()),
    facts: longText(),
    createdAt: bigInteger(),
    mail: text(20),
    mailKey: optional(text()),
    read: flag(),
  },
  noticeMails: {
    key: primary(text()),
    userKey: text(),
    digest: flag(),
    count: integer(),
    state: text(20),
    dueAt: bigInteger(),
    tries: integer(),
    nextTryAt: bigInteger(),
    lastStatus: optional(integer()),
    lastError: optional(text(400)),
    createdAt: bigInteger(),
    endedAt: optional(bigInteger()),
  },
  noticeProgress: {
    channel: primary(text()),
    failures: integer(),
    nextTryAt: bigInteger(),
    failingSince: optional(bigInteger()),
    lastError: optional(text(400)),
    deliveredAt: optional(bigInteger()),
  },
};

const indexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  notices: [
    ["userKey", "createdAt"],
    ["createdAt", "key"],
    ["mail", "createdAt"],
  ],
  noticeMails: [
    ["state", "nextTryAt"],
    ["userKey", "state"],
    ["state", "endedAt"],
  ],
};

/**
 * Notices about requests, and the mails that deliver them; the preferences of each user are in the user's row. A request records whether it
 * is a direct write, whose end notifies nobody. A setting may be a secret.
 */
export const notices: Migration = {
  name: "0042-notices",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(tables))
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    for (const [table, all] of Object.entries(indexes))
      for (const columns of all) await schema.addIndex(table, [...columns]);
    await schema.addColumn("reqbatch", "direct", { ...flag(), defaultValue: 0 });
    await schema.addColumn("users", "mail", optional(text(254)));
    await schema.addColumn("users", "language", optional(text(35)));
    await schema.addColumn("users", "noticeDelivery", optional(text(20)));
    await schema.addColumn("users", "digestHour", optional(integer()));
    await schema.addColumn("settings", "secretValue", optional(longText()));
  },
};
