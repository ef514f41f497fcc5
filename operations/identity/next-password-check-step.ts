import { passwordCheckSource, passwordCheckWorkflow } from "#domain/identity/password-check.ts";
import type { SendStep } from "#domain/requests/send-step.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { sendInput, sendStep } from "../proxies/engine/send-step.ts";

/**
 * Performs the hub step of the workflow `passwordCheck`: returns the proxy to ask. Once it was asked, it deletes a check without an answer;
 * the waiting sign-in then treats its target as away. Idempotent: it may run any number of times.
 */
export const nextPasswordCheckStep = defineOperation({
  name: "identity.nextPasswordCheckStep",
  input: sendInput,
  callers: ["engine"],
  audit: { operation: "PWCK", when: "never" },
  async run(context, asked): Promise<SendStep> {
    const { store } = context;
    return sendStep(context, asked, {
      source: passwordCheckSource,
      workflowType: passwordCheckWorkflow,
      row: await store.lock("passwordChecks", asked.key),
      giveUp: () => store.remove("passwordChecks", asked.key),
    });
  },
});
