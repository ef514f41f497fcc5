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
  key: guid().shown("Its key."),
  secret: shownOnce("secret", "The secret, which is shown this once."),
};

const rotatedSecret = structure("RotatedWebhookSecret", {
  ...added,
  previousSecretUntil: time().shown("Until when events are signed with the secret before, too."),
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
        deliveryKey: guid().optional().shown("The delivery to send again; null = all that were given up."),
      },
      result: structure("Redelivered", {
        count: integer().shown("How many wait again."),
        left: flag().shown("Whether more were given up than were taken: call again."),
      }),
    }),
    rotateSecret: action(rotateWebhookSecret, {
      givesSecret: true,
      parameters: {
        overlapHours: integer()
          .optional()
          .shown(`Hours for which the secret before signs, too; null = ${webhookSecretOverlapHours}.`),
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
