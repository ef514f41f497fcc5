import type { CloudEvent } from "#domain/cloud-event.ts";
import type { DeliveryState } from "#domain/webhook-delivery.ts";
import type { WebhookEventType } from "#domain/webhook-events.ts";

import { type Column, flag, integer, json, key, longText, optional, sealed, table, text, time } from "../columns.ts";

/** The endpoints that are told of changes, and what they are sent. */
export const webhookTables = {
  webhooks: table({
    class: "shared",
    primaryKey: "key",
    columns: {
      key: key(),
      url: longText(),
      description: optional(text(400)),
      /** Null: all of them. */
      eventTypes: optional(json<readonly WebhookEventType[]>()),
      enabled: flag(true),
      disabledReason: optional(text(400)),
      disabledAt: optional(time()),
      secret: sealed(),
      /** The secret before the last rotation, by which is signed as well until its time is over. */
      previousSecret: optional(sealed()),
      previousSecretUntil: optional(time()),
      createdAt: time(),
    },
  }),
  /** Where an endpoint stands; whoever moves it on locks this row first. */
  webhookProgress: table({
    class: "local",
    primaryKey: "webhookKey",
    columns: {
      webhookKey: key(),
      /** Up to here the change log has been turned into deliveries. */
      position: integer(),
      failingSince: optional(time()),
      deliveredAt: optional(time()),
    },
  }),
  webhookDeliveries: table({
    class: "local",
    primaryKey: "key",
    columns: {
      key: key(),
      webhookKey: key(),
      /** The position of the change; deliveries are made in this order. */
      position: integer(),
      type: text(100) as Column<WebhookEventType>,
      event: json<CloudEvent>(),
      state: text(20) as Column<DeliveryState>,
      tries: integer(0),
      nextTryAt: time(),
      lastStatus: optional(integer()),
      lastError: optional(text(400)),
      createdAt: time(),
      endedAt: optional(time()),
    },
  }),
};
