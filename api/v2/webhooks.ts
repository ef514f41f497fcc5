import type { Secret } from "#connectors/contract/index.ts";
import { deliveryStates } from "#domain/webhook-delivery.ts";
import { webhookEventTypes } from "#domain/webhook-events.ts";
import { addWebhook } from "#operations/webhooks/add-webhook.ts";
import { attachProgress } from "#operations/webhooks/attach-progress.ts";
import { redeliver } from "#operations/webhooks/redeliver.ts";
import { removeWebhook } from "#operations/webhooks/remove-webhook.ts";
import { rotateWebhookSecret } from "#operations/webhooks/rotate-webhook-secret.ts";
import { updateWebhook } from "#operations/webhooks/update-webhook.ts";

import { type EntitySet, type Navigation, verb } from "../odata/entity-set.ts";
import { entityType, type Property, type StructuredType } from "../odata/structured-type.ts";

const guid: Property = { type: "Edm.Guid", access: "read" };
const moment: Property = { type: "Edm.DateTimeOffset", access: "read" };
const momentOrNull: Property = { ...moment, nullable: true };
const textOrNull: Property = { type: "Edm.String", nullable: true, access: "read" };
const number: Property = { type: "Edm.Int32", access: "read" };
const position: Property = { type: "Edm.Int64", access: "read" };
// The one answer in which a secret is shown: it was made by this call.
const shownOnce: Property = {
  type: "Edm.String",
  from: ({ secret }) => (secret as Secret).use((text) => text),
};

const addedWebhook: StructuredType = {
  name: "AddedWebhook",
  properties: { key: { type: "Edm.Guid" }, secret: shownOnce },
};

const rotatedSecret: StructuredType = {
  name: "RotatedWebhookSecret",
  properties: { ...addedWebhook.properties, previousSecretUntil: { type: "Edm.DateTimeOffset" } },
};

const deliveries: EntitySet = {
  name: "deliveries",
  source: "webhookDeliveries",
  key: { parameter: "webhookDeliveryKey", property: "key", kind: "guid" },
  type: entityType("WebhookDelivery", {
    key: guid,
    position,
    type: { type: "Edm.String", access: "read", members: webhookEventTypes },
    event: { type: { name: "CloudEvent", properties: {}, open: true }, access: "read" },
    state: { type: "Edm.String", access: "read", members: deliveryStates },
    tries: number,
    nextTryAt: moment,
    lastStatus: { ...number, nullable: true },
    lastError: textOrNull,
    createdAt: moment,
    endedAt: momentOrNull,
  }),
};

/** What was or is to be sent to a webhook, also what was given up. */
const deliveriesOfWebhook: Navigation = {
  name: "deliveries",
  relation: "deliveries",
  many: true,
  contained: true,
  target: () => deliveries,
  list: { policy: "webhooks_deliveries_get_list" },
  get: { policy: "webhooks_deliveries_get" },
};

/** Endpoints that are told of changes. Their secrets come out once, when they are made. */
export const webhooks: EntitySet = {
  name: "webhooks",
  source: "webhooks",
  key: { parameter: "webhookKey", property: "key", kind: "guid" },
  type: entityType("Webhook", {
    key: guid,
    url: { type: "Edm.String" },
    description: { type: "Edm.String", nullable: true },
    eventTypes: { type: "Edm.String", collection: true, nullable: true, members: webhookEventTypes },
    enabled: { type: "Edm.Boolean" },
    disabledReason: textOrNull,
    disabledAt: momentOrNull,
    previousSecretUntil: momentOrNull,
    createdAt: moment,
    position: { ...position, attached: true },
    deliveredAt: { ...momentOrNull, attached: true },
    failingSince: { ...momentOrNull, attached: true },
    waiting: { ...number, attached: true },
    dead: { ...number, attached: true },
  }),
  attach: attachProgress,
  list: { policy: "webhooks_get_list" },
  get: { policy: "webhooks_get" },
  create: { ...verb(addWebhook), status: 201, result: addedWebhook },
  update: { ...verb(updateWebhook), status: 204 },
  remove: { ...verb(removeWebhook), status: 204 },
  actions: {
    redeliver: {
      ...verb(redeliver),
      parameters: { name: "RedeliverParameters", properties: { deliveryKey: { type: "Edm.Guid", nullable: true } } },
      result: { name: "Redelivered", properties: { count: { type: "Edm.Int32" }, left: { type: "Edm.Boolean" } } },
    },
    rotateSecret: {
      ...verb(rotateWebhookSecret),
      parameters: {
        name: "RotateWebhookSecretParameters",
        properties: { overlapHours: { type: "Edm.Int32", nullable: true } },
      },
      result: rotatedSecret,
    },
  },
  navigation: [deliveriesOfWebhook],
};
