import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import { userPath } from "./catalogue.ts";
import type { Notice, User } from "./model.ts";
import { address, entity, type Page } from "./odata.ts";

/** The set of notices. */
export const noticesPath = "/v2/notices";

const countedEachMs = 15_000;

/** The path of a notice. */
export const noticePath = (key: string) => entity(noticesPath, key);

/** The condition for the notices of somebody: superusers may read those of all. */
export const noticesOf = (userKey: string) => `userKey eq ${userKey}`;

/** How many notices somebody has not read. */
export function unreadCountQuery(userKey: string) {
  const options = { filter: `${noticesOf(userKey)} and read eq false`, top: 0, count: true };
  return queryOptions({
    queryKey: [noticesPath, "unreadCount"],
    queryFn: async ({ signal }) =>
      (await read<Page<Notice>>(address(noticesPath, options), signal))["@odata.count"] ?? 0,
    refetchInterval: whileSomebodyLooks(countedEachMs),
  });
}

/** How somebody is told by mail. */
export function deliveryQuery(userKey: string) {
  const path = userPath(userKey);
  return queryOptions({
    queryKey: [path, "delivery"],
    queryFn: ({ signal }) =>
      read<Pick<User, "noticeDelivery" | "digestHour" | "language" | "mail">>(
        address(path, { select: "noticeDelivery,digestHour,language,mail" }),
        signal,
      ),
  });
}
