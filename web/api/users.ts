import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import { userPath } from "./catalogue.ts";
import type { Account, Person, Request, User, UserAttribute, UserClass } from "./model.ts";
import { address, type Page, type ReadOptions } from "./odata.ts";
import { withActions } from "./offered.ts";
import { requestsPath } from "./requests.ts";

/** Path of the set of users. */
export const usersPath = "/v2/users";
const refreshedEachMs = 15_000;

/** Actions of a user; the service reports for each whether it is possible now. */
const userActions = ["disable", "enable", "unlock", "issuePasswordLink"] as const;

/** Returns the query for a user with the actions that are possible now. */
export function userQuery(key: string) {
  const options = { select: withActions(userActions), expand: "manager" };
  return queryOptions({
    queryKey: [usersPath, key],
    queryFn: ({ signal }) => read<User>(address(userPath(key), options), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

function partQuery<Row>(key: string, part: string, options: ReadOptions) {
  return queryOptions({
    queryKey: [usersPath, key, part],
    queryFn: ({ signal }) => read<Page<Row>>(address(`${userPath(key)}/${part}`, { ...options, count: true }), signal),
  });
}

/** Returns the query for the profile attributes of a user. */
export const attributesOfUserQuery = (key: string) => partQuery<UserAttribute>(key, "attributes", { top: 500 });
/** Returns the query for the first accounts of a user. */
export const accountsOfUserQuery = (key: string) =>
  partQuery<Account>(key, "accounts", { orderby: "shortId,key", top: 50 });
/** Returns the query for the classes of a user. */
export const classesOfUserQuery = (key: string) => partQuery<UserClass>(key, "classes", { orderby: "id", top: 100 });
/** Returns the query for the first direct reports of a user. */
export const reportsOfUserQuery = (key: string) => partQuery<Person>(key, "reports", { orderby: "id,key", top: 20 });

/** Returns the query for the newest requests of which a user is the requester or the recipient. */
export function requestsOfUserQuery(key: string) {
  const filter = `requesterKey eq ${key} or recipientKey eq ${key}`;
  const options = {
    filter,
    orderby: "createdAt desc,key",
    top: 5,
    count: true,
    expand: "operations($orderby=sequence)",
  };
  return queryOptions({
    queryKey: [requestsPath, "ofUser", key],
    queryFn: ({ signal }) => read<Page<Request>>(address(requestsPath, options), signal),
  });
}
