import { proxyActivities, proxyLocalActivities } from "@temporalio/workflow";

import type { PasswordCheckActivities } from "#activities/hub/password-checks.ts";
import type { PerformActivities } from "#domain/requests/request-step.ts";

const { nextPasswordCheckStep } = proxyLocalActivities<PasswordCheckActivities>({
  startToCloseTimeout: "15 seconds",
  retry: { initialInterval: "100 milliseconds", maximumInterval: "30 seconds" },
});

/**
 * Brings a question about one password to the proxy of its target, once: a try may count towards the target's lockout. It knows a
 * key alone; what is asked and what came of it stands in the row, where somebody waits for it.
 */
export async function passwordCheck(key: string): Promise<void> {
  const step = await nextPasswordCheckStep({ key, performed: false });
  if (step.do === "finished") return;
  const { performOperations } = proxyActivities<PerformActivities>({
    taskQueue: `proxy-${step.proxy}`,
    heartbeatTimeout: "15 seconds",
    startToCloseTimeout: "1 minute",
    scheduleToStartTimeout: "10 seconds",
    retry: { maximumAttempts: 1 },
  });
  try {
    await performOperations({ operationKeys: step.operationKeys });
  } catch {
    // What became of it stands in the row, and where nothing does the next step forgets it.
  }
  await nextPasswordCheckStep({ key, performed: true });
}
