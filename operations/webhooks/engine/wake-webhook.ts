import type { Store } from "#store/store.ts";

/** The type of the workflow that brings a webhook's events to it; its id is the webhook's key. */
export const webhookWorkflow = "webhookDelivery";

/** Starts or wakes the workflow of a webhook after the commit of the current transaction. */
export function wakeWebhook(store: Store, key: string): Promise<void> {
  return store.outbox.add({ workflowType: webhookWorkflow, workflowId: key });
}
