import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { CallError } from "../base/call-error.ts";
import { read } from "./call.ts";
import type { Account, CatalogueItem, Person } from "./model.ts";
import { address, entity, type Page, searchWords } from "./odata.ts";
import { readAll } from "./read-all.ts";

const shownAtOnce = 20;

/** What can be asked for and fits the words that somebody types. */
export function catalogueQuery(typed: string) {
  const options = {
    search: searchWords(typed),
    filter: "requestable eq true",
    orderby: "name",
    top: shownAtOnce,
    count: true,
  };
  return queryOptions({
    queryKey: ["/v2/catalogueItems", options],
    queryFn: ({ signal }) => read<Page<CatalogueItem>>(address("/v2/catalogueItems", options), signal),
    placeholderData: keepPreviousData,
  });
}

/** The path of everybody who can be found. */
export const peoplePath = "/v2/people";

/** The path of somebody's row among the users. */
export const userPath = (key: string) => entity("/v2/users", key);

/** The path of those whose manager somebody is. */
export const reportsPath = (userKey: string) => `${userPath(userKey)}/reports`;

/** The people of a path whose names fit the words that somebody types; nobody of everybody, but the first of a few already, before anything is typed. */
export function peopleQuery(typed: string, path = peoplePath) {
  const isLooking = path !== peoplePath || typed.trim() !== "";
  const options = { search: searchWords(typed), orderby: "id,key", top: shownAtOnce };
  return queryOptions({
    queryKey: [path, options],
    queryFn: ({ signal }) => read<Page<Person>>(address(path, options), signal),
    enabled: isLooking,
    ...(isLooking && { placeholderData: keepPreviousData }),
  });
}

/** The path of somebody's accounts. */
export const accountsOfPath = (userKey: string) => `${userPath(userKey)}/accounts`;

/** What somebody has; who asks for somebody else may not know it, and the service looks at it when it is asked. */
export interface Seen<Row> {
  readonly value: readonly Row[];
  /** True where who asks may not see it. */
  readonly isHidden?: true;
}

/** The accounts of somebody; none where who asks may not see them. */
export function accountsOfQuery(userKey: string) {
  const path = accountsOfPath(userKey);
  return queryOptions({
    queryKey: [path, "all"],
    queryFn: ({ signal }) => seen<Account>(path, { orderby: "shortId,key" }, signal),
  });
}

/** An account of somebody with its membership in a group, if it has one; nothing where who asks may not see it. */
export function membershipQuery({ key, userKey }: Account, groupKey: string) {
  const path = accountsOfPath(userKey ?? "");
  // With the accounts everybody may read the groups of their own ones.
  const options = { filter: `key eq ${key}`, expand: `groupMemberships($filter=groupKey eq ${groupKey};$top=1)` };
  return queryOptions({
    queryKey: [path, key, groupKey],
    queryFn: ({ signal }) => seen<Account>(path, options, signal),
  });
}

async function seen<Row>(...list: Parameters<typeof readAll>): Promise<Seen<Row>> {
  try {
    return { value: await readAll<Row>(...list) };
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return { value: [], isHidden: true };
    throw error;
  }
}
