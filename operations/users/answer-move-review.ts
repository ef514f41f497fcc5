import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { moveReviewAnswers } from "#domain/identity/move-review.ts";
import { commentMaxCharacters } from "#domain/limits.ts";
import { moveReviewPageMax } from "#domain/people-limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq, ne } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { endGrantNow } from "../kernel/rows/end-grant-now.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { closeReview, openItems } from "./engine/move-reviews.ts";

type Item = Row<"moveReviewItems">;

/** Review after an answer. */
export interface AnsweredReview {
  readonly key: string;
  readonly state: Row<"moveReviews">["state"];
  /** Number of items that this call has answered. */
  readonly answered: number;
  /** Number of items that still wait for an answer. */
  readonly left: number;
}

const endReason = "Give a reason in reason to end access.";

/**
 * Answers items of the review of a person who has moved, by default all that wait: the person keeps the access, or the service ends it now
 * unless another grant gives the same. With the last item the review is done. Nobody answers about themselves.
 * @throws NOT_FOUND, FORBIDDEN, MOVE_REVIEW_OWN, MOVE_REVIEW_CLOSED, MOVE_REVIEW_ITEM_UNKNOWN, REASON_REQUIRED
 */
export const answerMoveReview = defineOperation({
  name: "users.answerMoveReview",
  operationType: "MOVE_REVIEW_ANSWER",
  input: z.strictObject({
    key: keyInput,
    answer: z.enum(moveReviewAnswers),
    /** Keys of the items; null for all that wait for an answer. */
    items: z.array(keyInput).min(1).max(moveReviewPageMax).nullish(),
    reason: filledText(commentMaxCharacters).nullish(),
  }),
  callers: ["user"],
  policies: [
    { name: policyOf.get("moveReviews"), rows: true },
    {
      name: policyOf.action("moveReviews/answer"),
      facts: async ({ store }, { key }) => ({ ...(await store.get("moveReviews", key)) }),
    },
  ],
  offered: ({ policy, userKey }) => allOf(policy, eq("state", "open"), ne("userKey", userKey)),
  audit: {
    operation: "MRAN",
    describe: ({ key, answer }, output?: AnsweredReview) => ({
      ident: key,
      message: output === undefined ? answer : `${answer}: ${output.answered}`,
    }),
  },
  async run(context, { key, answer, items: wanted = null, reason = null }): Promise<AnsweredReview> {
    const { store, clock, caller } = context;
    const review = await lockedRow(context, { table: "moveReviews", key });
    requireAnswerable(context, review);
    if (answer === "end" && reason === null)
      throw new ServiceError("REASON_REQUIRED", { target: "reason", message: endReason });
    const waiting = await openItems(context, review);
    const chosen = wanted === null ? waiting.slice(0, moveReviewPageMax) : itemsOf(waiting, wanted);
    const said = { answer, reason, answeredByKey: caller.key, answeredAt: clock.now() };
    for (const item of chosen) {
      if (answer === "end") await endItem(context, item, reason ?? "");
      await store.save("moveReviewItems", { key: item.key, ...said });
    }
    const left = waiting.length - chosen.length;
    const isDone = left === 0 && review.filledTo === null;
    const { state } = isDone ? await closeReview(context, review, "done") : review;
    return { key, state, answered: chosen.length, left };
  },
});

/** @throws MOVE_REVIEW_OWN, MOVE_REVIEW_CLOSED */
function requireAnswerable({ caller }: CallContext, { userKey, state }: Row<"moveReviews">): void {
  if (userKey === caller.key) throw new ServiceError("MOVE_REVIEW_OWN", { target: "key" });
  if (state !== "open") throw new ServiceError("MOVE_REVIEW_CLOSED", { target: "key" });
}

/** @throws MOVE_REVIEW_ITEM_UNKNOWN */
function itemsOf(waiting: readonly Item[], wanted: readonly string[]): readonly Item[] {
  const byKey = new Map(waiting.map((item) => [item.key, item]));
  return [...new Set(wanted)].map((key) => {
    const item = byKey.get(key);
    if (item === undefined) throw new ServiceError("MOVE_REVIEW_ITEM_UNKNOWN", { target: "items" });
    return item;
  });
}

/** Ends the access of an item, as `grants({key})/end` does, with its row of the audit. */
async function endItem(context: CallContext, { grantKey }: Item, reason: string): Promise<void> {
  const { store, caller } = context;
  const grant = await store.lock("grants", grantKey);
  if (grant === undefined || grant.endedAt !== null) return;
  await endGrantNow(context, grant);
  await store.audit({
    sessid: caller.sessid,
    operation: "GREN",
    result: "S",
    actor: caller.key ?? caller.id,
    recipient: grant.userKey,
    targetSystem: grant.targetSystemKey,
    account: grant.accountName,
    ident: grantKey,
    requestId: caller.requestId,
    message: reason,
  });
}
