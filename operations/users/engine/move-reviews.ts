import type { MoveChange } from "#domain/identity/move-review.ts";
import { moveReviewPageMax } from "#domain/people-limits.ts";
import { allOf, eq, gt, le, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import { nearestActingAbove } from "../../approvals/nearest-acting-above.ts";
import type { CallContext } from "../../kernel/context.ts";

type Review = Row<"moveReviews">;
type Item = Row<"moveReviewItems">;

/** Person who has moved, with the new place. */
interface Mover {
  readonly user: Pick<Row<"users">, "key" | "managerKey">;
  readonly changes: readonly MoveChange[];
}

/**
 * Opens the review of what a locked user keeps who has moved, in the current transaction: for the new manager, or the nearest one above who
 * can act. An earlier review that is open is stopped. Returns undefined if there is nobody to review, or nothing.
 */
export async function openMoveReview(context: CallContext, { user, changes }: Mover): Promise<Review | undefined> {
  const { store, ids, clock } = context;
  await stopMoveReviews(context, user.key);
  const reviewerKey = await nearestActingAbove(context, user.key, new Set([user.key]));
  const now = clock.now();
  if (reviewerKey === undefined || (await grantsAfter(context, user.key, { after: "", now })).length === 0)
    return undefined;
  const asked = { userKey: user.key, reviewerKey, changes, openedAt: now, askedAt: now };
  const review = await store.add("moveReviews", { key: ids.guid(), ...asked, filledTo: "" });
  await lookAtReview(context, review.key);
  return fillReview(context, review);
}

/** Stops the open reviews of a person, in the current transaction. */
export async function stopMoveReviews(context: CallContext, userKey: string): Promise<void> {
  const { store } = context;
  for (const { key } of await store.select("moveReviews", { where: { userKey, state: "open" } })) {
    const review = await store.lock("moveReviews", key);
    if (review?.state === "open") await closeReview(context, review, "stopped");
  }
}

/** Closes a locked review, in the current transaction. */
export async function closeReview(
  { store, clock }: CallContext,
  { key }: Review,
  state: "done" | "stopped",
): Promise<Review> {
  await store.moments.clear(key);
  return store.save("moveReviews", { key, state, closedAt: clock.now() });
}

/** Lets a hub look at a review at once, in the current transaction. */
export function lookAtReview({ store, clock }: CallContext, key: string): Promise<void> {
  return store.moments.set({ key, kind: "moveReview", at: clock.now() });
}

/** Adds items to a locked review for grants that the person had at the time of the move, up to the most of one transaction. */
export async function fillReview(context: CallContext, review: Review): Promise<Review> {
  const { store, ids } = context;
  const { key: reviewKey, userKey, filledTo, openedAt } = review;
  if (filledTo === null) return review;
  const grants = await grantsAfter(context, userKey, { after: filledTo, now: openedAt });
  for (const grant of grants) {
    const { key: grantKey, kind, targetSystemKey, accountName, groupName, because, from, until } = grant;
    const shown = { kind, targetSystemKey, accountName, groupName, because, from, until };
    await store.add("moveReviewItems", { key: ids.guid(), reviewKey, grantKey, ...shown });
  }
  const last = grants.length < moveReviewPageMax ? null : (grants.at(-1)?.key ?? null);
  return store.save("moveReviews", { key: reviewKey, filledTo: last });
}

interface Place {
  readonly after: string;
  readonly now: number;
}

function grantsAfter({ store }: CallContext, userKey: string, { after, now }: Place): Promise<Row<"grants">[]> {
  const isHeld = allOf(eq("userKey", userKey), eq("endedAt", null), eq("throughGroup", null), le("from", now));
  const where = allOf(isHeld, gt("key", after));
  return store.select("grants", { where, orderBy: [["key", "asc"]], limit: moveReviewPageMax });
}

/**
 * Returns the items of a locked review that wait for an answer. One whose access has ended in the meantime no longer waits, which is recorded in
 * the current transaction.
 */
export async function openItems(context: CallContext, { key: reviewKey }: Review): Promise<readonly Item[]> {
  const { store, clock } = context;
  const where = allOf(eq("reviewKey", reviewKey), eq("answer", null));
  const items = await store.select("moveReviewItems", { where, orderBy: [["key", "asc"]] });
  const held = new Set<string>();
  for (let from = 0; from < items.length; from += moveReviewPageMax) {
    const keys = items.slice(from, from + moveReviewPageMax).map(({ grantKey }) => grantKey);
    const isHeld = allOf(oneOf("key", keys), eq("endedAt", null));
    for (const { key } of await store.select("grants", { where: isHeld })) held.add(key);
  }
  const gone = items.filter(({ grantKey }) => !held.has(grantKey));
  for (const { key } of gone) await store.save("moveReviewItems", { key, answer: "gone", answeredAt: clock.now() });
  return items.filter((item) => !gone.includes(item));
}
