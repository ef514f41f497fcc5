import { proxyLocalActivities } from "@temporalio/workflow";

import type { SentOrderActivities } from "#activities/hub/sent-orders.ts";

import { sendOnce } from "./send-once.ts";

const { nextPasswordCheckStep } = proxyLocalActivities<SentOrderActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});

/** Sends the check of one password to the proxy of its target, once: an attempt may count towards the target's lockout. */
export function passwordCheck(key: string): Promise<void> {
  return sendOnce(key, nextPasswordCheckStep);
}
