import { commandRunSource, commandRunWorkflow } from "#domain/checkouts/command-run.ts";
import type { SendStep } from "#domain/requests/send-step.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { sendInput, sendStep } from "../proxies/engine/send-step.ts";

/**
 * Performs the hub step of the workflow `commandRun`: returns the proxy that runs a listed command. Once it was asked, it ends a run
 * without an answer, so that the waiting call learns of it. Idempotent: it may run any number of times.
 */
export const nextCommandRunStep = defineOperation({
  name: "checkouts.nextCommandRunStep",
  input: sendInput,
  callers: ["engine"],
  audit: { operation: "CMST", when: "never" },
  async run(context, asked): Promise<SendStep> {
    const { store } = context;
    return sendStep(context, asked, {
      source: commandRunSource,
      workflowType: commandRunWorkflow,
      row: await store.lock("commandRuns", asked.key),
      giveUp: () =>
        store.save("commandRuns", {
          key: asked.key,
          result: "F",
        }),
    });
  },
});
