import type { Row } from "#store/tables.ts";

import { nearestActingAbove } from "../../approvals/nearest-acting-above.ts";
import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { lookAtReview } from "./move-reviews.ts";

type Review = Row<"moveReviews">;

/**
 * Asks the nearest manager above the reviewer of a locked review instead, in the current transaction, who is notified; the person who has moved
 * never is. Returns undefined if there is nobody.
 */
export async function askAbove(context: CallContext, review: Review, silentKey: string): Promise<Review | undefined> {
  const { store, clock } = context;
  const { key, userKey, escalations } = review;
  const above = await nearestActingAbove(context, silentKey, new Set([userKey]));
  await auditAsked(context, review, above);
  if (above === undefined) return undefined;
  notice(context, "moveReviewEscalated", {
    requestKey: null,
    to: [above],
    facts: { moverKey: userKey, silentKey },
  });
  const asked = { reviewerKey: above, askedAt: clock.now(), remindedAt: null, escalatedAt: null };
  const saved = await store.save("moveReviews", { key, ...asked, escalations: escalations + 1 });
  await lookAtReview(context, key);
  return saved;
}

/**
 * Hands a locked review of a reviewer who can no longer answer over, in the current transaction: to the nearest manager above, or else to
 * superusers, who are notified.
 */
export async function handOverReview(context: CallContext, review: Review, leaverKey: string): Promise<void> {
  const { store } = context;
  if ((await askAbove(context, review, leaverKey)) !== undefined) return;
  const { key, userKey: moverKey } = review;
  await store.save("moveReviews", { key, reviewerKey: null });
  const superusers = await store.select("users", { where: { superuser: true, disabled: false } });
  const to = superusers.map((user) => user.key).filter((one) => one !== moverKey);
  notice(context, "moveReviewEscalated", { requestKey: null, to, facts: { moverKey, silentKey: leaverKey } });
}

function auditAsked({ store, caller }: CallContext, { key, userKey }: Review, above: string | undefined) {
  return store.audit({
    sessid: caller.sessid,
    operation: "MRES",
    result: above === undefined ? "F" : "S",
    actor: caller.key ?? caller.id,
    recipient: above ?? null,
    ident: key,
    requestId: caller.requestId,
    message: above === undefined ? `nobody is above the reviewer of ${userKey}` : `review of ${userKey}`,
  });
}
