import { z } from "zod";

import { defineOperation } from "../kernel/define-operation.ts";

/** Stops a batch for its requester: from now on no request is submitted by it. */
export const stopBatch = defineOperation({
  name: "requestBatches.stop",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RBCN", when: "never" },
  async run({ store, clock }, { key }): Promise<void> {
    const batch = await store.lock("requestBatches", key);
    if (batch === undefined || batch.cancelledAt !== null) return;
    await store.save("requestBatches", { key, cancelledAt: clock.now() });
  },
});
