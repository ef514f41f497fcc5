import { z } from "zod";

import { defineOperation } from "../kernel/define-operation.ts";
import { advanceQueued } from "./engine/advance-queued.ts";

/**
 * Handles the due moment of a queued password change, which this process has leased: it is tried, or ends. Not handled if another process
 * has done it.
 */
export const handleQueueMoment = defineOperation({
  name: "passwordQueue.handleMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "PWQM", when: "never" },
  async run(context, { key }): Promise<{ handled: boolean }> {
    const { store } = context;
    const known = await store.get("passwordQueue", key);
    // In the order of the end of an operation, which locks the account first.
    if (known !== undefined) await store.lock("accounts", known.accountKey);
    const entry = await store.lock("passwordQueue", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (entry !== undefined) await advanceQueued(context, entry);
    return { handled: true };
  },
});
