import { z } from "zod";

import { defineOperation } from "../kernel/define-operation.ts";
import { followMoveReview } from "./engine/follow-move-review.ts";

/**
 * Handles the due moment of a review of a move, which this process has leased: it gets its items, its reviewer is reminded, or somebody above is
 * asked. Not handled if another process has done it.
 */
export const handleMoveReviewMoment = defineOperation({
  name: "users.handleMoveReviewMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "USTM", when: "never" },
  async run(context, { key }): Promise<{ handled: boolean }> {
    const review = await context.store.lock("moveReviews", key);
    if (!(await context.store.moments.take(key))) return { handled: false };
    if (review?.state === "open") await followMoveReview(context, review);
    return { handled: true };
  },
});
