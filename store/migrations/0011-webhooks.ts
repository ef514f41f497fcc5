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
  webhooks: {
    key: primary(text()),
    url: longText(),
    description: optional(text(400)),
    eventTypes: optional(longText()),
    enabled: flag(),
    disabledReason: optional(text(400)),
    disabledAt: optional(bigInteger()),
    secret: longText(),
    previousSecret: optional(longText()),
    previousSecretUntil: optional(bigInteger()),
    createdAt: bigInteger(),
  },
  webhookProgress: {
    webhookKey: primary(text()),
    position: bigInteger(),
    failingSince: optional(bigInteger()),
    deliveredAt: optional(bigInteger()),
  },
  webhookDeliveries: {
    key: primary(text()),
    webhookKey: text(),
    position: bigInteger(),
    type: text(100),
    event: longText(),
    state: text(20),
    tries: integer(),
    nextTryAt: bigInteger(),
    lastStatus: optional(integer()),
    lastError: optional(text(400)),
    createdAt: bigInteger(),
    endedAt: optional(bigInteger()),
  },
};

/** Webhooks, their positions in the change log, and their deliveries. */
export const webhooks: Migration = {
  name: "0011-webhooks",
  async up(schema, tableOptions) {
    for (const [table, attributes] of Object.entries(tables)) {
      await schema.createTable(table, { ...attributes, ...stamps() }, tableOptions);
    }
    await schema.addIndex("webhookDeliveries", ["webhookKey", "position"], { unique: true });
    await schema.addIndex("webhookDeliveries", ["webhookKey", "state", "position"]);
    await schema.addIndex("webhookDeliveries", ["state", "endedAt"]);
  },
};
