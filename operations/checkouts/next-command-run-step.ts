import { z } from "zod";

import { commandRunSource, commandRunWorkflow } from "#domain/checkouts/command-run.ts";
import type { BringStep } from "#domain/requests/bring-step.ts";
import { keyOfSource } from "#domain/requests/order-source.ts";

import { defineOperation } from "../define-operation.ts";

/**
 * The hub step of the workflow `commandRun`: tells the proxy that is to run a listed command, and once it was asked ends a run that has no
 * answer, so that whoever waits hears of it. It may run as often as it likes.
 */
export const nextCommandRunStep = defineOperation({
  name: "checkouts.nextCommandRunStep",
  input: z.strictObject({ key: z.string(), performed: z.boolean() }),
  callers: ["engine"],
  audit: { operation: "CMST", when: "never" },
  async run({ store, clock }, { key, performed }): Promise<BringStep> {
    const row = await store.lock("commandRuns", key);
    const isUnanswered = row?.result === null;
    if (isUnanswered && !performed && clock.now() < row.expiresAt) {
      const operationKeys = [keyOfSource({ source: commandRunSource, key })];
      return { do: "perform", proxy: row.proxyServer, operationKeys };
    }
    await store.outbox.settle({ workflowType: commandRunWorkflow, workflowId: key });
    if (isUnanswered) await store.save("commandRuns", { key, result: "F" });
    return { do: "finished" };
  },
});
