import {
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";

import type { WebhookActivities } from "#activities/hub/webhooks.ts";

import { historyEventsMax } from "./history.ts";
import { wake } from "./wake.ts";

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
 * Brings events to one endpoint for as long as it exists, one after the other. It knows the endpoint's key alone: what is
 * due, and how each delivery went, stands in the rows.
 */
export async function webhookDelivery(key: string): Promise<void> {
  let rung = false;
  setHandler(wake, () => {
    rung = true;
  });
  for (;;) {
    rung = false;
    const step = await nextWebhookStep({ key });
    if (step.do === "finished") return;
    if (step.do === "deliver") await deliverToWebhook({ key });
    if (workflowInfo().historyLength > historyEventsMax) await continueAsNew<typeof webhookDelivery>(key);
    if (step.do !== "wait") continue;
    if (step.waitMs === null) await condition(() => rung);
    else await condition(() => rung, step.waitMs);
  }
}
