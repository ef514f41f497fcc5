import { condition, defineSignal, proxyActivities, proxyLocalActivities, setHandler } from "@temporalio/workflow";

import type { BareActivities, BareSteps } from "./bare-activities.ts";

/** A decision, as a plain Temporal workflow takes it. */
export const decide = defineSignal<[string]>("decide");

const { step } = proxyLocalActivities<BareSteps>({ startToCloseTimeout: "15 seconds" });
const { createAccount } = proxyActivities<BareActivities>({
  taskQueue: "bare-connector",
  heartbeatTimeout: "15 seconds",
  startToCloseTimeout: "2 minutes",
  retry: { maximumAttempts: 3 },
});

/** The rival: two decisions, three activities (opened, the connector's call, completed) and nothing else. */
export async function bareRequest(name: string): Promise<void> {
  const decisions: string[] = [];
  setHandler(decide, (decision) => {
    decisions.push(decision);
  });
  await step("opened");
  await condition(() => decisions.length >= 2);
  await createAccount(name);
  await step("completed");
}
