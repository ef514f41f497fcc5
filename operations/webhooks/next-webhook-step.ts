import { z } from "zod";

import { batchRowsMax } from "#domain/limits.ts";
import type { WebhookStep } from "#domain/webhooks/webhook-delivery.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { webhookWorkflow } from "./engine/wake-webhook.ts";
import { firstWaiting } from "./engine/webhook-rows.ts";

/**
 * Performs the hub step of the workflow `webhookDelivery`: computes from the rows the next step of an endpoint, and deletes the rest of one
 * that was removed. Idempotent: it may run any number of times.
 */
export const nextWebhookStep = defineOperation<{ key: string }, WebhookStep>({
  name: "webhooks.nextStep",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "WHST", when: "never" },
  async run(context, { key }) {
    const { store, clock } = context;
    await store.lock("webhookProgress", key);
    const webhook = await store.get("webhooks", key);
    // The writer of a wake-up holds the lock, so this step sees everything behind the wake-ups that it deletes.
    await store.outbox.settle({ workflowType: webhookWorkflow, workflowId: key });
    if (webhook === undefined) return removeRest(context, key);
    if (!webhook.enabled) return { do: "wait", waitMs: null };
    const first = await firstWaiting(store, key);
    if (first === undefined) return { do: "wait", waitMs: null };
    const waitMs = first.nextTryAt - clock.now();
    return waitMs > 0 ? { do: "wait", waitMs } : { do: "deliver" };
  },
});

async function removeRest({ store }: CallContext, key: string): Promise<WebhookStep> {
  const rows = await store.select("webhookDeliveries", { where: { webhookKey: key }, limit: batchRowsMax });
  for (const row of rows) await store.remove("webhookDeliveries", row.key);
  if (rows.length === batchRowsMax) return { do: "wait", waitMs: 1 };
  await store.remove("webhookProgress", key);
  return { do: "finished" };
}
