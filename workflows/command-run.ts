import { proxyLocalActivities } from "@temporalio/workflow";

import type { BroughtOrderActivities } from "#activities/hub/brought-orders.ts";

import { bringOnce } from "./bring-once.ts";

const { nextCommandRunStep } = proxyLocalActivities<BroughtOrderActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});

/** Brings a listed command to the proxy of its target, once: nobody knows what it does when it is run again. */
export function commandRun(key: string): Promise<void> {
  return bringOnce(key, nextCommandRunStep);
}
