import { commandRunSource, commandRunWorkflow } from "#domain/checkouts/command-run.ts";
import type { BringStep } from "#domain/requests/bring-step.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { bringInput, bringStep } from "../proxies/engine/bring-step.ts";

/**
 * Performs the hub step of the workflow `commandRun`: returns the proxy that runs a listed command. Once it was asked, it ends a run
 * without an answer, so that the waiting call learns of it. Idempotent: it may run any number of times.
 */
export const nextCommandRunStep = defineOperation({
  name: "checkouts.nextCommandRunStep",
  input: bringInput,
  callers: ["engine"],
  audit: { operation: "CMST", when: "never" },
  async run(context, asked): Promise<BringStep> {
    const { store } = context;
    return bringStep(context, asked, {
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
