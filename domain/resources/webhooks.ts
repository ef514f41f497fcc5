import { webhookEventTypes } from "../webhooks/webhook-events.ts";
import { text, longText, guid, oneOf, integer, bigInteger, time, flag, list, sealed } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Endpoints that receive events about changes. */
export const webhooks = resource("webhooks", {
  class: "shared",
  holds: "configuration",
  knownBy: ["url"],
  key: "key",
  entity: { type: "Webhook", key: "webhookKey" },
  properties: {
    key: guid().policy().shown("Key of the webhook."),
    url: longText()
      .given()
      .searched()
      .policy()
      .format("webAddress")
      .label("Address")
      .shown("Address to which events are sent: https, or http on this machine."),
    description: text(400).optional().given().searched().shown("Notes for people; null if none."),
    /** Null for all of them. */
    eventTypes: list(oneOf(webhookEventTypes))
      .optional()
      .given()
      .label("Events")
      .shown("Types of events that are sent; empty for all, including those of later versions."),
    enabled: flag(true).changed().policy().shown("True if events are sent; true by default."),
    disabledReason: text(400)
      .optional()
      .label("Reason for disabling")
      .shown("Reason why the webhook is disabled; null if it is not."),
    disabledAt: time().optional().shown("Time at which the webhook was disabled; null if it is not."),
    secret: sealed(),
    /** Secret before the last rotation, which also signs events until its time is over. */
    previousSecret: sealed().optional(),
    previousSecretUntil: time()
      .optional()
      .label("Previous secret signs until")
      .shown("Time until which events are also signed with the previous secret; null if they are not."),
    createdAt: time().label("Added").shown("Time at which the webhook was added."),
    position: bigInteger().elsewhere().shown("Position in the change log up to which deliveries were created."),
    deliveredAt: time()
      .optional()
      .elsewhere()
      .label("Last delivered")
      .shown("Time of the last delivery; null if never."),
    failingSince: time().optional().elsewhere().shown("Time since which deliveries fail; null if they do not."),
    waiting: integer().elsewhere().shown("Number of waiting deliveries."),
    dead: integer().elsewhere().label("Given up").shown("Number of failed deliveries."),
  },
  relations: {
    deliveries: many("webhookDeliveries", "webhookKey"),
  },
  policies: {
    webhook: {},
  },
});
