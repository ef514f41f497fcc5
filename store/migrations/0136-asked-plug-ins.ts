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
  pluginDeliveries: {
    key: primary(text()),
    kind: text(20),
    subjectKey: text(),
    position: integer(),
    act: text(20),
    facts: longText(),
    plugin: optional(text()),
    state: text(20),
    tries: integer(),
    dueAt: bigInteger(),
    nextTryAt: bigInteger(),
    lastTriedAt: optional(bigInteger()),
    lastError: optional(text(400)),
    createdAt: bigInteger(),
    endedAt: optional(bigInteger()),
  },
  ticketSystems: {
    id: primary(text()),
    description: optional(text(400)),
    plugin: text(),
    fields: optional(longText()),
    opens: text(20),
    whenRejected: text(20),
    enabled: flag(),
    secret: longText(),
    previousSecret: optional(longText()),
    previousSecretUntil: optional(bigInteger()),
    createdAt: bigInteger(),
  },
  tickets: {
    key: primary(text()),
    requestKey: text(),
    operationKey: optional(text()),
    ticketSystemId: text(),
    ticketId: optional(text()),
    address: optional(text(2000)),
    state: text(20),
    outcome: optional(text(20)),
    outcomeText: optional(text(2000)),
    lastTriedAt: optional(bigInteger()),
    lastError: optional(text(400)),
    createdAt: bigInteger(),
    openedAt: optional(bigInteger()),
    closedAt: optional(bigInteger()),
  },
};

const indexes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  pluginDeliveries: [
    ["state", "nextTryAt"],
    ["state", "endedAt"],
  ],
  tickets: [
    ["ticketSystemId", "state"],
    ["createdAt", "key"],
  ],
};

/**
 * Questions to plug-ins if an operation still applies: the last one of each operation, with its answer. Deliveries to plug-ins; ticket systems, and
 * tickets of requests. Notices that
 * were written before are not delivered by plug-ins.
 */
export const askedPlugIns: Migration = {
  name: "0136-asked-plug-ins",
  async up(schema, tableOptions) {
    await schema.addColumn("requestOperations", "askedAttempt", optional(integer()));
    await schema.addColumn("requestOperations", "applicability", optional(text(20)));
    await schema.addColumn("requestOperations", "applicabilityReason", optional(longText()));
    for (const [table, attributes] of Object.entries(tables))
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    await schema.addIndex("pluginDeliveries", ["subjectKey", "position"], { unique: true });
    await schema.addIndex("tickets", ["requestKey", "ticketSystemId"], { unique: true });
    for (const [table, all] of Object.entries(indexes))
      for (const columns of all) await schema.addIndex(table, [...columns]);
    await schema.addColumn("notices", "notifier", { ...text(20), defaultValue: "off" });
    await schema.addIndex("notices", ["notifier", "createdAt"]);
  },
};
