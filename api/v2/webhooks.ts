import type { Secret } from "#connectors/contract/index.ts";
import { webhookSecretOverlapHours } from "#domain/limits.ts";
import { webhookDeliveries } from "#domain/resources/webhook-deliveries.ts";
import { webhooks as resource } from "#domain/resources/webhooks.ts";
import { addWebhook } from "#operations/webhooks/add-webhook.ts";
import { redeliver } from "#operations/webhooks/redeliver.ts";
import { removeWebhook } from "#operations/webhooks/remove-webhook.ts";
import { rotateWebhookSecret } from "#operations/webhooks/rotate-webhook-secret.ts";
import { updateWebhook } from "#operations/webhooks/update-webhook.ts";

import { verb } from "../odata/entity-set.ts";
import type { Property, StructuredType } from "../odata/structured-type.ts";
import { resourceSet } from "./resource-set.ts";

const attached = { attached: true } as const;

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

/** Endpoints that are told of changes. Their secrets come out once, when they are made. */
export const webhooks = resourceSet(resource, {
  properties: {
    position: attached,
    deliveredAt: attached,
    failingSince: attached,
    waiting: attached,
    dead: attached,
  },
  attachment: "webhookProgress",
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
  ways: {
    deliveries: {
      contained: resourceSet(webhookDeliveries, {
        path: "webhooks/deliveries",
        properties: { event: { type: { name: "CloudEvent", properties: {}, open: true } } },
      }),
    },
  },
});
