import { moveReviewAnswers, moveReviewStates } from "#domain/identity/move-review.ts";
import { guid, integer, list, oneOf, text } from "#domain/resources/format/builders.ts";
import { moveReviews as resource } from "#domain/resources/move-reviews.ts";
import { answerMoveReview } from "#operations/users/answer-move-review.ts";

import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

/** Reviews of what people keep who have moved; opened by the service. */
export const moveReviews = resourceSet(resource, {
  actions: {
    answer: action(answerMoveReview, {
      parameters: {
        answer: oneOf(moveReviewAnswers).shown("Answer: keep, or end (the service takes the access away)."),
        items: list(guid()).optional().shown("Keys of the items; null for all that wait for an answer."),
        reason: text().optional().shown("Reason for the answer; null if none. Required for end."),
      },
      result: structure("AnsweredMoveReview", {
        key: guid().shown("Key of the review."),
        state: oneOf(moveReviewStates).shown("State of the review."),
        answered: integer().shown("Number of items that were answered."),
        left: integer().shown("Number of items that still wait for an answer."),
      }),
    }),
  },
  ways: {
    user: { linked: "people" },
    reviewer: { linked: "people" },
    items: { contained: { usualOrder: ["targetSystemKey"] } },
  },
});
