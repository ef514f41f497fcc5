import { z } from "zod";

import { batchChunkMembers, batchRetryMs } from "#domain/template-limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { notice } from "../notices/engine/notice.ts";

/** Lists the next recipients of a batch whose request is not submitted yet, for a hub that has leased its moment. */
export const waitingMembers = defineOperation({
  name: "requestBatches.waitingMembers",
  kind: "read",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "RBST", when: "refusalOnly" },
  async run({ store }, { key: batchKey }): Promise<readonly string[]> {
    const members = await store.select("requestBatchMembers", {
      where: { batchKey, state: "waiting" },
      orderBy: [["sequence", "asc"]],
      limit: batchChunkMembers,
    });
    return members.map(({ key }) => key);
  },
});

/**
 * Counts the recipients of a batch after some were submitted, and sets its next moment; when there are no more, it has ended and its
 * requester is notified once. Not handled if another process has the moment now.
 */
export const settleBatch = defineOperation({
  name: "requestBatches.settle",
  input: z.strictObject({
    key: z.string(),
    /** True if the database could not answer for some, which are tried again after a pause. */
    failed: z.boolean(),
  }),
  callers: ["engine"],
  audit: { operation: "RBST", when: "never" },
  async run(context, { key, failed }): Promise<{ handled: boolean }> {
    const { store, clock } = context;
    const batch = await store.lock("requestBatches", key);
    if (!(await store.moments.take(key))) return { handled: false };
    if (batch === undefined || batch.finishedAt !== null) return { handled: true };
    const count = (state: "waiting" | "submitted" | "refused") =>
      store.count("requestBatchMembers", { batchKey: key, state });
    const counts = {
      waiting: await count("waiting"),
      submitted: await count("submitted"),
      refused: await count("refused"),
    };
    const now = clock.now();
    const finishedAt = counts.waiting === 0 ? now : null;
    await store.save("requestBatches", { key, ...counts, finishedAt });
    if (finishedAt === null) {
      await store.moments.set({ key, kind: "requestBatch", at: failed ? now + batchRetryMs : now });
      return { handled: true };
    }
    const { submitted, refused } = counts;
    const to = [batch.requesterKey];
    notice(context, "batchSubmitted", { requestKey: null, to, facts: { batchKey: key, submitted, refused } });
    return { handled: true };
  },
});
