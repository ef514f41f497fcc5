import { commandRunSource, commandRunWorkflow } from "#domain/checkouts/command-run.ts";
import type { BringStep } from "#domain/requests/bring-step.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { bringInput, bringStep } from "../proxies/engine/bring-step.ts";

/**
 * The hub step of the workflow `commandRun`: tells the proxy that is to run a listed command, and once it was asked ends a run that has no
 * answer, so that whoever waits hears of it. It may run as often as it likes.
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
