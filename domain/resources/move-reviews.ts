import { grantKinds } from "../access/grant-kinds.ts";
import { grantReasons } from "../access/grant-reasons.ts";
import { moveChanges, moveItemAnswers, moveReviewStates } from "../identity/move-review.ts";
import { guid, integer, list, longText, oneOf, text, time } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Reviews of what people keep who have another manager or department than before. */
export const moveReviews = resource("moveReviews", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "MoveReview", key: "moveReviewKey" },
  properties: {
    key: guid().ordered().policy().shown("Key of the review."),
    userKey: guid().policy().shown("Key of the person who has moved."),
    reviewerKey: guid()
      .optional()
      .policy()
      .shown("Key of the user who reviews what the person keeps; null if only superusers can."),
    changes: list(oneOf(moveChanges)).shown("Changes of the person: managerKey, department, or both."),
    state: oneOf(moveReviewStates)
      .initially("open")
      .policy()
      .shown("State of the review: open, done, or stopped because the person moved again or left."),
    openedAt: time().ordered().shown("Time of the move."),
    askedAt: time().shown("Time at which its reviewer was asked."),
    remindedAt: time().optional(),
    /** Time at which nobody was found above its reviewer. */
    escalatedAt: time().optional(),
    /** Number of times that somebody above was asked instead. */
    escalations: integer().initially(0),
    /** Key of the last grant of which it has an item; null once it has all of them. */
    filledTo: text().optional(),
    closedAt: time().optional().shown("Time at which the review was done or stopped; null while it is open."),
  },
  relations: {
    user: one("users", "userKey"),
    reviewer: one("users", "reviewerKey"),
    items: many("moveReviewItems", "reviewKey"),
  },
  indexes: [index("reviewerKey", "state"), index("userKey", "state"), index("openedAt", "key")],
  policies: { moveReview: {} },
});

/** Access that the review of a move is about; one row for each grant that the person had at the time of the move. */
export const moveReviewItems = resource("moveReviewItems", {
  class: "shared",
  holds: "data",
  key: "key",
  entity: { type: "MoveReviewItem", key: "moveReviewItemKey" },
  properties: {
    key: guid().policy().shown("Key of the item."),
    reviewKey: guid().policy().shown("Key of the review."),
    grantKey: guid().shown("Key of the grant."),
    kind: oneOf(grantKinds).shown(
      "Kind of the access: account, membership (of an account in a group) or ownership (of a group).",
    ),
    targetSystemKey: text().shown("Key of the target system."),
    accountName: text(400).optional().shown("Name of the account; null for an ownership."),
    groupName: text(400).optional().shown("Name of the group; null for an account."),
    because: oneOf(grantReasons)
      .memberLabels({ discovered: "not requested" })
      .shown("Reason for the access: request, discovered, direct or claim."),
    from: time().shown("Time at which the access began, or was first seen."),
    until: time().optional().shown("Time at which the access would end anyway; null if it has no end."),
    answer: oneOf(moveItemAnswers)
      .optional()
      .shown(
        "Answer of the reviewer: keep or end; gone if the access has ended in the meantime; null if there is none.",
      ),
    reason: longText().optional().shown("Reason for the answer; null if none was given."),
    answeredByKey: guid().optional().shown("Key of the user who answered; null if nobody did."),
    answeredAt: time().optional().shown("Time of the answer; null if there is none."),
  },
  relations: { review: one("moveReviews", "reviewKey"), grant: one("grants", "grantKey") },
  indexes: [index("reviewKey", "answer"), index("grantKey")],
  policies: { moveReviewItem: {} },
});
