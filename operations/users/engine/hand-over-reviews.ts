import { leavingPageMax } from "#domain/people-limits.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { StepProgress } from "../../kernel/leaver-step.ts";
import { handOverReview } from "./ask-above.ts";

/**
 * Hands the reviews of a reviewer who leaves over to the nearest manager, in the current transaction. Where there is nobody, superusers can
 * answer them.
 */
export async function handOverReviews(context: CallContext, reviewerKey: string): Promise<StepProgress> {
  const { store } = context;
  const where = { reviewerKey, state: "open" } as const;
  const found = await store.select("moveReviews", { where, limit: leavingPageMax });
  for (const { key } of found) {
    const review = await store.lock("moveReviews", key);
    if (review?.state !== "open" || review.reviewerKey !== reviewerKey) continue;
    await handOverReview(context, review, reviewerKey);
  }
  return { items: found.length, more: found.length === leavingPageMax };
}
