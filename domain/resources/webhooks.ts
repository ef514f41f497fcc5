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
    url: longText().given().searched().policy().shown("The address to which events are sent."),
    description: text(400).optional().given().searched().shown("What people should know of it."),
    /** Null for all of them. */
    eventTypes: list(oneOf(webhookEventTypes))
      .optional()
      .given()
      .shown("The types of events that it is told of; an empty list means all, also those that later versions add."),
    enabled: flag(true).changed().policy().shown("Whether events are sent; true by default."),
    disabledReason: text(400).optional().shown("Why it was disabled; null = it is not."),
    disabledAt: time().optional().shown("When it was disabled; null = it is not."),
    secret: sealed(),
    /** Secret before the last rotation, which also signs events until its time is over. */
    previousSecret: sealed().optional(),
    previousSecretUntil: time()
      .optional()
      .shown("Until when events are signed with the secret before, too; null = they are not."),
    createdAt: time().shown("When it was added."),
    position: bigInteger().elsewhere().shown("How far in the log of changes its events have been made."),
    deliveredAt: time().optional().elsewhere().shown("When an event was delivered last; null = never."),
    failingSince: time().optional().elsewhere().shown("Since when deliveries fail; null = they do not."),
    waiting: integer().elsewhere().shown("How many events wait."),
    dead: integer().elsewhere().shown("How many events were given up."),
  },
  relations: {
    deliveries: many("webhookDeliveries", "webhookKey"),
  },
  policies: {
    webhook: {},
  },
});
