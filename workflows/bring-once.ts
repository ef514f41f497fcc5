import { proxyActivities } from "@temporalio/workflow";

import type { BringStep } from "#domain/requests/bring-step.ts";
import type { PerformActivities } from "#domain/requests/request-step.ts";

/**
 * Brings one order to the proxy of its target, once, between two hub steps. It knows a key alone; what is asked and what came of it
 * stands in the row, where somebody waits for it.
 */
export async function bringOnce(
  key: string,
  nextStep: (input: { readonly key: string; readonly performed: boolean }) => Promise<BringStep>,
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
    // What became of it stands in the row, and where nothing does the next step ends it.
  }
  await nextStep({ key, performed: true });
}
