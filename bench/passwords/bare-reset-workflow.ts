import { proxyActivities } from "@temporalio/workflow";

import type { BareResetActivities } from "./bare-reset-activities.ts";

const { resetPassword } = proxyActivities<BareResetActivities>({
  taskQueue: "bare-resets",
  heartbeatTimeout: "15 seconds",
  startToCloseTimeout: "2 minutes",
  retry: { maximumAttempts: 3 },
});

/** Runs the rival: one call of the connector, and nothing else. */
export async function bareReset(name: string, password: string): Promise<void> {
  await resetPassword(name, password);
}
