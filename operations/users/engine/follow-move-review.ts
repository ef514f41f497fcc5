import { momentWaitMsMax } from "#domain/engine-limits.ts";
import { isActing } from "#domain/identity/acting-users.ts";
import { hasEnded } from "#domain/identity/presence.ts";
import { momentsOfTasks, type RequestMoment } from "#domain/requests/request-moments.ts";
import type { Row } from "#store/tables.ts";

import { escalationRule, waitingTimes, withWorkingTimes } from "../../approvals/waited-for.ts";
import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { askAbove, handOverReview } from "./ask-above.ts";
import { closeReview, fillReview, lookAtReview, openItems } from "./move-reviews.ts";

type Review = Row<"moveReviews">;

/**
 * Brings a locked review that is open up to the clock, in the current transaction: adds what it is about, closes it once nothing waits,
 * reminds its reviewer, asks the manager above, and schedules the next look.
 */
export async function followMoveReview(context: CallContext, opened: Review): Promise<void> {
  const { store, clock } = context;
  const review = await fillReview(context, opened);
  if (review.filledTo !== null) return lookAtReview(context, review.key);
  const mover = await store.get("users", review.userKey);
  if (mover === undefined || hasEnded(mover, clock.now())) {
    await closeReview(context, review, "stopped");
    return;
  }
  if ((await openItems(context, review)).length === 0) {
    await closeReview(context, review, "done");
    return;
  }
  const handed = await ofActingReviewer(context, review);
  if (handed !== undefined) await actOnMoments(context, handed);
}

/** Returns a review if its reviewer can act; otherwise hands it over, and returns undefined: it is looked at again then. */
async function ofActingReviewer(context: CallContext, review: Review): Promise<Review | undefined> {
  const { store, clock } = context;
  const { reviewerKey } = review;
  if (reviewerKey === null) return undefined;
  const reviewer = await store.get("users", reviewerKey);
  if (reviewer !== undefined && isActing(reviewer, clock.now())) return review;
  await handOverReview(context, review, reviewerKey);
  return undefined;
}

async function actOnMoments(context: CallContext, review: Review): Promise<void> {
  const { store, clock } = context;
  const { key, userKey: moverKey, reviewerKey } = review;
  const now = clock.now();
  const due = (await momentsOf(context, review)).filter(({ at }) => at <= now).map(({ kind }) => kind);
  let current = review;
  if (due.includes("escalation")) {
    const silentKey = reviewerKey ?? "";
    if ((await askAbove(context, review, silentKey)) !== undefined) return;
    current = await store.save("moveReviews", { key, escalatedAt: now });
  }
  if (due.includes("reminder")) {
    const to = reviewerKey === null ? [] : [reviewerKey];
    notice(context, "moveReviewReminded", { requestKey: null, to, facts: { moverKey } });
    current = await store.save("moveReviews", { key, remindedAt: now });
  }
  const [next] = await momentsOf(context, current);
  const at = Math.min(next?.at ?? now + momentWaitMsMax, now + momentWaitMsMax);
  await store.moments.set({ key, kind: "moveReview", at });
}

/** Returns the reminders and the escalation of a reviewer, as those of an implementer with a task, earliest first. */
async function momentsOf(context: CallContext, review: Review): Promise<readonly RequestMoment[]> {
  const { key, reviewerKey, askedAt: since, remindedAt, escalatedAt, escalations } = review;
  const escalates = escalatedAt === null && escalations < escalationRule(context).levels;
  const asked = reviewerKey === null ? [] : [{ key, userKey: reviewerKey, since, remindedAt, escalates }];
  const waitsFor = await withWorkingTimes(context, asked);
  return momentsOfTasks({ waitsFor, ...waitingTimes(context), now: context.clock.now() });
}
