import { type QueryKey, queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import type { User } from "./model.ts";
import { address } from "./odata.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** The set of notifications. */
export const noticesPath = pathOf("notices");

const countedEachMs = 15_000;

/** Returns the filter for the notifications of one user, because superusers may read those of all users. */
export const noticesOf = (userKey: string) => `userKey eq ${userKey}`;

/** Returns the query for the number of unread notifications of a user. */
export function unreadCountQuery(userKey: string) {
  const options = { filter: `${noticesOf(userKey)} and read eq false`, top: 0, count: true };
  return queryOptions({
    queryKey: [noticesPath, "unreadCount"] as QueryKey,
    queryFn: async ({ signal }) => (await read(address(noticesPath, options), signal))["@odata.count"] ?? 0,
    refetchInterval: whileSomebodyLooks(countedEachMs),
  });
}

/** Returns the query for the email settings of a user. */
export function deliveryQuery(userKey: string) {
  const path = pathOf("users()", userKey);
  return queryOptions({
    queryKey: [path, "delivery"],
    queryFn: ({ signal }) =>
      read<Pick<User, "noticeDelivery" | "digestHour" | "language" | "mail">>(
        address(path, { select: "noticeDelivery,digestHour,language,mail" }),
        signal,
      ),
  });
}
