import type { Secret } from "#connectors/contract/index.ts";
import { webhookSecretOverlapHours } from "#domain/limits.ts";
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
  description: "The secret, which is shown this once.",
  from: ({ secret }) => (secret as Secret).use((text) => text),
};

const addedWebhook: StructuredType = {
  name: "AddedWebhook",
  properties: { key: { type: "Edm.Guid", description: "Its key." }, secret: shownOnce },
};

const rotatedSecret: StructuredType = {
  name: "RotatedWebhookSecret",
  properties: {
    ...addedWebhook.properties,
    previousSecretUntil: {
      type: "Edm.DateTimeOffset",
      description: "Until when events are signed with the secret before, too.",
    },
  },
};

const deliveries: EntitySet = {
  name: "deliveries",
  source: "webhookDeliveries",
  key: { parameter: "webhookDeliveryKey", property: "key", kind: "guid" },
  type: entityType("WebhookDelivery", {
    key: { ...guid, description: "Its key." },
    position: { ...position, description: "The place of the event in the log of changes." },
    type: { type: "Edm.String", access: "read", members: webhookEventTypes, description: "What has happened." },
    event: {
      type: { name: "CloudEvent", properties: {}, open: true },
      access: "read",
      description: "What is sent, as a CloudEvent.",
    },
    state: {
      type: "Edm.String",
      access: "read",
      members: deliveryStates,
      description: "Whether it waits, was delivered, or was given up.",
    },
    tries: { ...number, description: "How often it was tried." },
    nextTryAt: { ...moment, description: "When it is tried next." },
    lastStatus: { ...number, nullable: true, description: "The status of the last answer; null = there was none." },
    lastError: { ...textOrNull, description: "Why the last try failed; null = it did not." },
    createdAt: { ...moment, description: "When it was made." },
    endedAt: { ...momentOrNull, description: "When it was delivered or given up; null = it waits." },
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
    key: { ...guid, description: "Its key." },
    url: { type: "Edm.String", description: "The address to which events are sent." },
    description: { type: "Edm.String", nullable: true, description: "What people should know of it." },
    eventTypes: {
      type: "Edm.String",
      collection: true,
      nullable: true,
      members: webhookEventTypes,
      description:
        "The types of events that it is told of; an empty list means all, also those that later versions add.",
    },
    enabled: { type: "Edm.Boolean", description: "Whether events are sent; true by default." },
    disabledReason: { ...textOrNull, description: "Why it was disabled; null = it is not." },
    disabledAt: { ...momentOrNull, description: "When it was disabled; null = it is not." },
    previousSecretUntil: {
      ...momentOrNull,
      description: "Until when events are signed with the secret before, too; null = they are not.",
    },
    createdAt: { ...moment, description: "When it was added." },
    position: { ...position, attached: true, description: "How far in the log of changes its events have been made." },
    deliveredAt: { ...momentOrNull, attached: true, description: "When an event was delivered last; null = never." },
    failingSince: { ...momentOrNull, attached: true, description: "Since when deliveries fail; null = they do not." },
    waiting: { ...number, attached: true, description: "How many events wait." },
    dead: { ...number, attached: true, description: "How many events were given up." },
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
      parameters: {
        name: "RedeliverParameters",
        properties: {
          deliveryKey: {
            type: "Edm.Guid",
            nullable: true,
            description: "The delivery to send again; null = all that were given up.",
          },
        },
      },
      result: {
        name: "Redelivered",
        properties: {
          count: { type: "Edm.Int32", description: "How many wait again." },
          left: { type: "Edm.Boolean", description: "Whether more were given up than were taken: call again." },
        },
      },
    },
    rotateSecret: {
      ...verb(rotateWebhookSecret),
      parameters: {
        name: "RotateWebhookSecretParameters",
        properties: {
          overlapHours: {
            type: "Edm.Int32",
            nullable: true,
            description: `Hours for which the secret before signs, too; null = ${webhookSecretOverlapHours}.`,
          },
        },
      },
      result: rotatedSecret,
    },
  },
  navigation: [deliveriesOfWebhook],
};
