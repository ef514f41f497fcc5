import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { address } from "./odata.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of queued password changes. */
export const passwordQueuePath = pathOf("passwordQueue");
const refreshedEachMs = 15_000;
const shownMax = 500;

/** Returns the query for the accounts of a user whose password changes wait. */
export function queuedOfUserQuery(userKey: string) {
  return queuedQuery(`userKey eq ${userKey}`);
}

/** Returns the query for the password change of an account that waits. */
export function queuedOfAccountQuery(accountKey: string) {
  return queuedQuery(`accountKey eq ${accountKey}`);
}

function queuedQuery(filter: string) {
  return queryOptions({
    queryKey: [passwordQueuePath, filter],
    queryFn: ({ signal }) => read(address(passwordQueuePath, { filter, orderby: "queuedAt", top: shownMax }), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}
