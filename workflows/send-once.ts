import { proxyActivities } from "@temporalio/workflow";

import type { PerformActivities } from "#domain/requests/request-step.ts";
import type { SendStep } from "#domain/requests/send-step.ts";

/**
 * Sends one order to the proxy of its target, once, between two hub steps. It knows a key alone: the input and the
 * result are in the row, where the caller waits for it.
 */
export async function sendOnce(
  key: string,
  nextStep: (input: { readonly key: string; readonly performed: boolean }) => Promise<SendStep>,
): Promise<void> {
  const step = await nextStep({ key, performed: false });
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
    // The result is in the row; if it is missing the next step ends the order.
  }
  await nextStep({ key, performed: true });
}
