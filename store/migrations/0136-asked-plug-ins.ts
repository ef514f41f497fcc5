import { type Attributes, bigInteger, integer, longText, optional, primary, stamps, text } from "./column-types.ts";
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
};

/**
 * Questions to plug-ins if an operation still applies: the last one of each operation, with its answer. Deliveries to plug-ins. Notices that
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
    await schema.addIndex("pluginDeliveries", ["state", "nextTryAt"]);
    await schema.addIndex("pluginDeliveries", ["state", "endedAt"]);
    await schema.addColumn("notices", "notifier", { ...text(20), defaultValue: "off" });
    await schema.addIndex("notices", ["notifier", "createdAt"]);
  },
};
