import { continueAsNew, proxyActivities, proxyLocalActivities } from "@temporalio/workflow";

import type { WebhookActivities } from "#activities/hub/webhooks.ts";

import { deliverAsDue } from "./deliver-as-due.ts";

const { nextWebhookStep } = proxyLocalActivities<WebhookActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});
const { deliverToWebhook } = proxyActivities<WebhookActivities>({
  heartbeatTimeout: "15 seconds",
  startToCloseTimeout: "10 minutes",
  retry: { initialInterval: "1 second", maximumInterval: "30 seconds" },
});

/**
 * Sends events to one endpoint for as long as it exists, one after the other. It knows only the endpoint's key: the
 * rows say what is due, and how each delivery went.
 */
export function webhookDelivery(key: string): Promise<void> {
  return deliverAsDue({
    next: () => nextWebhookStep({ key }),
    deliver: () => deliverToWebhook({ key }),
    goOnAnew: () => continueAsNew<typeof webhookDelivery>(key),
  });
}
