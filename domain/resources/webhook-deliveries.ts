import type { CloudEvent } from "../webhooks/cloud-event.ts";
import { deliveryStates } from "../webhooks/webhook-delivery.ts";
import { webhookEventTypes } from "../webhooks/webhook-events.ts";
import { text, guid, oneOf, integer, bigInteger, time, json } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource, unique } from "./format/resource.ts";

/** Deliveries to a webhook: pending, delivered or abandoned. */
export const webhookDeliveries = resource("webhookDeliveries", {
  class: "local",
  holds: "data",
  key: "key",
  entity: { type: "WebhookDelivery", key: "webhookDeliveryKey" },
  properties: {
    key: guid().policy().shown("Key of the delivery."),
    webhookKey: guid().policy(),
    /** Position of the change; deliveries are made in this order. */
    position: bigInteger().shown("Position of the event in the change log."),
    type: oneOf(webhookEventTypes, 100).searched().policy().shown("Type of the event."),
    event: json<CloudEvent>().shown("Event, as a CloudEvent."),
    state: oneOf(deliveryStates).policy().shown("State of the delivery: waiting, delivered or failed."),
    tries: integer().initially(0).shown("Number of attempts."),
    nextTryAt: time().shown("Time of the next attempt."),
    lastStatus: integer().optional().shown("Status code of the last response; null if there was none."),
    lastError: text(400).optional().searched().shown("Error of the last attempt; null if it did not fail."),
    createdAt: time().shown("Time of creation."),
    endedAt: time().optional().shown("Time at which the delivery succeeded or failed; null if it is waiting."),
  },
  relations: {
    webhook: one("webhooks", "webhookKey"),
  },
  indexes: [
    unique("notShared", "webhookKey", "position"),
    index("webhookKey", "state", "position"),
    index("state", "endedAt"),
  ],
  policies: {
    webhookDelivery: {},
  },
});
