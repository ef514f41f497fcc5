import { queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { address, type Page, type Path, type ReadOptions } from "./odata.ts";
import { withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";
import { requestsPath } from "./requests.ts";

/** Path of the set of users. */
export const usersPath = pathOf("users");
const refreshedEachMs = 15_000;

/** Actions of a user; the service reports for each whether it is possible now. */
const userActions = ["disable", "enable", "unlock", "issuePasswordLink", "leave", "extend"] as const;

/** Returns the query for a user with the actions that are possible now. */
export function userQuery(key: string) {
  const options = { select: withActions(userActions), expand: "manager,sponsor" };
  return queryOptions({
    queryKey: [usersPath, key],
    queryFn: ({ signal }) => read(address(pathOf("users()", key), options), signal),
    refetchInterval: whileSomebodyLooks(refreshedEachMs),
  });
}

function partQuery<Row>(key: string, path: Path<Page<Row>>, options: ReadOptions) {
  return queryOptions({
    queryKey: [usersPath, key, path],
    queryFn: ({ signal }) => read(address(path, { ...options, count: true }), signal),
  });
}

/** Returns the query for the profile attributes of a user. */
export const attributesOfUserQuery = (key: string) => partQuery(key, pathOf("users()/attributes", key), { top: 500 });
/** Returns the query for the first accounts of a user. */
export const accountsOfUserQuery = (key: string) =>
  partQuery(key, pathOf("users()/accounts", key), { orderby: "shortId,key", top: 50 });
/** Returns the query for the classes of a user. */
export const classesOfUserQuery = (key: string) =>
  partQuery(key, pathOf("users()/classes", key), { orderby: "id", top: 100 });
/** Returns the query for the first direct reports of a user. */
export const reportsOfUserQuery = (key: string) =>
  partQuery(key, pathOf("users()/reports", key), { orderby: "id,key", top: 20 });

/** Returns the query for the steps of what happens when a user leaves, which change by themselves. */
export const leavingOfUserQuery = (key: string) => ({
  ...partQuery(key, pathOf("users()/leaving", key), { top: 50 }),
  refetchInterval: whileSomebodyLooks(refreshedEachMs),
});

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
    queryFn: ({ signal }) => read(address(requestsPath, options), signal),
  });
}
