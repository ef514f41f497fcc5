import { condition, defineSignal, proxyActivities, proxyLocalActivities, setHandler } from "@temporalio/workflow";

import type { BareActivities, BareSteps } from "./bare-activities.ts";
import type { RequestShape } from "./shape.ts";

/** Decision signal of a plain Temporal workflow. */
export const decide = defineSignal<[string]>("decide");

const { step } = proxyLocalActivities<BareSteps>({ startToCloseTimeout: "15 seconds" });
const { createAccount } = proxyActivities<BareActivities>({
  taskQueue: "bare-connector",
  heartbeatTimeout: "15 seconds",
  startToCloseTimeout: "2 minutes",
  retry: { maximumAttempts: 3 },
});

/** Runs the rival: the decisions, the connector's calls, an activity before and one after them, and nothing else. */
export async function bareRequest(name: string, { phases, steps }: RequestShape): Promise<void> {
  const decisions: string[] = [];
  setHandler(decide, (decision) => {
    decisions.push(decision);
  });
  await step("opened");
  await condition(() => decisions.length >= phases);
  await Promise.all(Array.from({ length: steps }, (_, index) => createAccount(`${name}-${index}`)));
  await step("completed");
}
