import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { address } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of reviews of people who have moved. */
export const moveReviewsPath = pathOf("moveReviews");

const followedEachMs = 15_000;
const shownMax = 20;

/**
 * Returns the query for the open reviews that wait for a user, with the people who have moved. Reviews without a reviewer wait for superusers;
 * nobody else reads them.
 */
export function waitingReviewsQuery(userKey: string) {
  const filter = `state eq 'open' and (reviewerKey eq ${userKey} or reviewerKey eq null)`;
  const options = { filter, orderby: "openedAt,key", top: shownMax, count: true, expand: "user" };
  return queryOptions({
    queryKey: [moveReviewsPath, "waiting", userKey],
    queryFn: ({ signal }) => read(address(moveReviewsPath, options), signal),
    refetchInterval: whileSomebodyLooks(followedEachMs),
  });
}

/** Returns the query for a review with its people and the actions of the reader. */
export function moveReviewQuery(key: string) {
  const options = { select: withActions(["answer"]), expand: "user,reviewer" };
  return queryOptions({
    queryKey: [moveReviewsPath, key],
    queryFn: ({ signal }) => read(address(pathOf("moveReviews()", key), options), signal),
  });
}
