import { webhookSecretOverlapHours } from "#domain/limits.ts";
import { flag, guid, integer, time } from "#domain/resources/format/builders.ts";
import { webhooks as resource } from "#domain/resources/webhooks.ts";
import { addWebhook, removeWebhook, rotateWebhookSecret, updateWebhook } from "#operations/webhooks/change-webhooks.ts";
import { redeliver } from "#operations/webhooks/redeliver.ts";

import { verb } from "../odata/entity-set.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";
import { shownOnce } from "./shown-once.ts";

const added = {
  key: guid().shown("Key of the webhook."),
  secret: shownOnce("secret", "The secret, which is shown this once."),
};

const rotatedSecret = structure("RotatedWebhookSecret", {
  ...added,
  previousSecretUntil: time().shown("Time until which events are also signed with the previous secret."),
});

/** Endpoints that receive notifications of changes. Their secrets are shown once, when they are made. */
export const webhooks = resourceSet(resource, {
  attachment: "webhookProgress",
  create: { ...verb(addWebhook), status: 201, givesSecret: true, result: structure("AddedWebhook", added) },
  update: { ...verb(updateWebhook), status: 204 },
  remove: { ...verb(removeWebhook), status: 204 },
  actions: {
    redeliver: action(redeliver, {
      parameters: {
        deliveryKey: guid().optional().shown("Key of the delivery to resend; null for all failed deliveries."),
      },
      result: structure("Redelivered", {
        count: integer().shown("Number of deliveries that are waiting again."),
        left: flag().shown("True if failed deliveries are left; call again to resend them."),
      }),
    }),
    rotateSecret: action(rotateWebhookSecret, {
      givesSecret: true,
      parameters: {
        overlapHours: integer()
          .optional()
          .shown(`Hours for which the previous secret also signs; null for ${webhookSecretOverlapHours}.`),
      },
      result: rotatedSecret,
    }),
  },
  ways: {
    deliveries: {
      contained: { properties: { event: { type: { name: "CloudEvent", properties: {}, open: true } } } },
    },
  },
});
