import { passwordCheckSource, passwordCheckWorkflow } from "#domain/identity/password-check.ts";
import type { BringStep } from "#domain/requests/bring-step.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { bringInput, bringStep } from "../proxies/engine/bring-step.ts";

/**
 * Performs the hub step of the workflow `passwordCheck`: returns the proxy to ask. Once it was asked, it deletes a check without an answer;
 * the waiting sign-in then treats its target as away. Idempotent: it may run any number of times.
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
