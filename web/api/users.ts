import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import { userPath } from "./catalogue.ts";
import type { Account, Person, Request, User, UserAttribute, UserClass } from "./model.ts";
import { address, type Page, type ReadOptions } from "./odata.ts";
import { withActions } from "./offered.ts";
import { requestsPath } from "./requests.ts";

/** The set of users. */
export const usersPath = "/v2/users";
const refreshedEachMs = 15_000;

/** What can be done with a user; the service says of each whether it can be done now. */
const userActions = ["disable", "enable", "unlock", "issuePasswordLink"] as const;

/** A user, with what can be done with them now. */
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

/** The profile attributes of a user. */
export const attributesOfUserQuery = (key: string) => partQuery<UserAttribute>(key, "attributes", { top: 500 });
/** The first accounts of a user. */
export const accountsOfUserQuery = (key: string) =>
  partQuery<Account>(key, "accounts", { orderby: "shortId,key", top: 50 });
/** The classes to which a user belongs. */
export const classesOfUserQuery = (key: string) => partQuery<UserClass>(key, "classes", { orderby: "id", top: 100 });
/** The first of those whose manager a user is. */
export const reportsOfUserQuery = (key: string) => partQuery<Person>(key, "reports", { orderby: "id,key", top: 20 });

/** The newest requests of a user or for them. */
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
