import { proxyLocalActivities } from "@temporalio/workflow";

import type { SentOrderActivities } from "#activities/hub/sent-orders.ts";

import { sendOnce } from "./send-once.ts";

const { nextCommandRunStep } = proxyLocalActivities<SentOrderActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});

/** Sends a listed command to the proxy of its target, once: the effect of a second run is unknown. */
export function commandRun(key: string): Promise<void> {
  return sendOnce(key, nextCommandRunStep);
}
