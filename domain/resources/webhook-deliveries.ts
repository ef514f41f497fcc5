import type { CloudEvent } from "../webhooks/cloud-event.ts";
import { deliveryStates } from "../webhooks/webhook-delivery.ts";
import { webhookEventTypes } from "../webhooks/webhook-events.ts";
import { text, guid, oneOf, integer, bigInteger, time, json } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Deliveries to a webhook: pending, delivered or abandoned. */
export const webhookDeliveries = resource("webhookDeliveries", {
  class: "local",
  key: "key",
  entity: { type: "WebhookDelivery", key: "webhookDeliveryKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    webhookKey: guid().policy(),
    /** Position of the change; deliveries are made in this order. */
    position: bigInteger().shown("The place of the event in the log of changes."),
    type: oneOf(webhookEventTypes, 100).searched().policy().shown("What has happened."),
    event: json<CloudEvent>().shown("What is sent, as a CloudEvent."),
    state: oneOf(deliveryStates).policy().shown("Whether it waits, was delivered, or was given up."),
    tries: integer().initially(0).shown("How often it was tried."),
    nextTryAt: time().shown("When it is tried next."),
    lastStatus: integer().optional().shown("The status of the last answer; null = there was none."),
    lastError: text(400).optional().searched().shown("Why the last try failed; null = it did not."),
    createdAt: time().shown("When it was made."),
    endedAt: time().optional().shown("When it was delivered or given up; null = it waits."),
  },
  relations: {
    webhook: one("webhooks", "webhookKey"),
  },
  indexes: [unique("webhookKey", "position"), index("webhookKey", "state", "position"), index("state", "endedAt")],
  policies: {
    webhookDelivery: {},
  },
});
