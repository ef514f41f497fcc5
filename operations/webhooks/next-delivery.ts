import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { firstWaiting } from "./engine/webhook-rows.ts";
import { signingSecrets } from "./engine/webhook-secrets.ts";

/** A due delivery, with the data for making it. */
export interface DueDelivery {
  readonly deliveryKey: string;
  readonly url: string;
  readonly eventId: string;
  /** The event as it is sent, the same at each try. */
  readonly body: string;
  readonly secrets: readonly Secret[];
}

/** Reads the first waiting delivery of an endpoint; null if none is due. */
export const nextDelivery = defineOperation<{ key: string }, DueDelivery | null>({
  name: "webhooks.nextDelivery",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "WHST", when: "never" },
  async run({ store, clock }, { key }) {
    const now = clock.now();
    const webhook = await store.get("webhooks", key);
    if (!webhook?.enabled) return null;
    const first = await firstWaiting(store, key);
    if (first === undefined || first.nextTryAt > now) return null;
    return {
      deliveryKey: first.key,
      url: webhook.url,
      eventId: first.event.id,
      body: JSON.stringify(first.event),
      secrets: signingSecrets(store, webhook, now),
    };
  },
});
