import { webhookEventTypes } from "../webhooks/webhook-events.ts";
import { text, longText, guid, oneOf, integer, bigInteger, time, flag, list, sealed } from "./format/builders.ts";
import { many } from "./format/relations.ts";
import { resource } from "./format/resource.ts";

/** Endpoints that receive events about changes. */
export const webhooks = resource("webhooks", {
  class: "shared",
  key: "key",
  entity: { type: "Webhook", key: "webhookKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    url: longText()
      .given()
      .searched()
      .policy()
      .format("webAddress")
      .label("Address")
      .shown("Address to which events are sent: https, or http on this machine."),
    description: text(400).optional().given().searched().shown("Notes for people; null = none."),
    /** Null for all of them. */
    eventTypes: list(oneOf(webhookEventTypes))
      .optional()
      .given()
      .label("Events")
      .shown("Types of events that are sent; none = all, including those of later versions."),
    enabled: flag(true).changed().policy().shown("Whether events are sent; true by default."),
    disabledReason: text(400).optional().label("Reason for disabling").shown("Why it was disabled; null = it is not."),
    disabledAt: time().optional().shown("When it was disabled; null = it is not."),
    secret: sealed(),
    /** Secret before the last rotation, which also signs events until its time is over. */
    previousSecret: sealed().optional(),
    previousSecretUntil: time()
      .optional()
      .label("Previous secret signs until")
      .shown("Until when events are signed with the secret before, too; null = they are not."),
    createdAt: time().label("Added").shown("When it was added."),
    position: bigInteger().elsewhere().shown("How far in the log of changes its events have been made."),
    deliveredAt: time()
      .optional()
      .elsewhere()
      .label("Last delivered")
      .shown("When an event was delivered last; null = never."),
    failingSince: time().optional().elsewhere().shown("Since when deliveries fail; null = they do not."),
    waiting: integer().elsewhere().shown("How many events wait."),
    dead: integer().elsewhere().label("Given up").shown("How many events were given up."),
  },
  relations: {
    deliveries: many("webhookDeliveries", "webhookKey"),
  },
  policies: {
    webhook: {},
  },
});
