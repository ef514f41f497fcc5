import { z } from "zod";

import { passwordCheckSource, passwordCheckWorkflow } from "#domain/identity/password-check.ts";
import type { BringStep } from "#domain/requests/bring-step.ts";
import { keyOfSource } from "#domain/requests/order-source.ts";

import { defineOperation } from "../define-operation.ts";

/**
 * The hub step of the workflow `passwordCheck`: tells the proxy that is to be asked, and once it was asked forgets a check that has
 * no answer; whoever waits takes its target for away. It may run as often as it likes.
 */
export const nextPasswordCheckStep = defineOperation({
  name: "identity.nextPasswordCheckStep",
  input: z.strictObject({ key: z.string(), performed: z.boolean() }),
  callers: ["engine"],
  audit: { operation: "PWCK", when: "never" },
  async run({ store, clock }, { key, performed }): Promise<BringStep> {
    const check = await store.lock("passwordChecks", key);
    const isUnanswered = check?.result === null;
    if (isUnanswered && !performed && clock.now() < check.expiresAt) {
      const operationKeys = [keyOfSource({ source: passwordCheckSource, key })];
      return { do: "perform", proxy: check.proxyServer, operationKeys };
    }
    await store.outbox.settle({ workflowType: passwordCheckWorkflow, workflowId: key });
    if (isUnanswered) await store.remove("passwordChecks", key);
    return { do: "finished" };
  },
});
