import { proxyLocalActivities } from "@temporalio/workflow";

import type { BroughtOrderActivities } from "#activities/hub/brought-orders.ts";

import { bringOnce } from "./bring-once.ts";

const { nextPasswordCheckStep } = proxyLocalActivities<BroughtOrderActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});

/** Brings a question about one password to the proxy of its target, once: a try may count towards the target's lockout. */
export function passwordCheck(key: string): Promise<void> {
  return bringOnce(key, nextPasswordCheckStep);
}
