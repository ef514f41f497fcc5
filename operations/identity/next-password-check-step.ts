import { passwordCheckSource, passwordCheckWorkflow } from "#domain/identity/password-check.ts";
import type { BringStep } from "#domain/requests/bring-step.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { bringInput, bringStep } from "../proxies/engine/bring-step.ts";

/**
 * The hub step of the workflow `passwordCheck`: tells the proxy that is to be asked, and once it was asked forgets a check that has
 * no answer; whoever waits takes its target for away. It may run as often as it likes.
 */
export const nextPasswordCheckStep = defineOperation({
  name: "identity.nextPasswordCheckStep",
  input: bringInput,
  callers: ["engine"],
  audit: { operation: "PWCK", when: "never" },
  async run(context, asked): Promise<BringStep> {
    const { store } = context;
    return bringStep(context, asked, {
      source: passwordCheckSource,
      workflowType: passwordCheckWorkflow,
      row: await store.lock("passwordChecks", asked.key),
      giveUp: () => store.remove("passwordChecks", asked.key),
    });
  },
});
