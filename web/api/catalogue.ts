import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import type { RequestableType } from "#domain/requests/requestable.ts";

import { CallError } from "../base/call-error.ts";
import type { Account } from "./model.ts";
import { address, allOf, literal, searchWords } from "./odata.ts";
import { pathOf } from "./path.ts";
import { read, readAll } from "./read.ts";

const shownAtOnce = 20;

/** Returns the query for the requestable catalog items that match the typed words, of one type if it is given. */
export function catalogueQuery(typed: string, resourceType?: RequestableType) {
  const options = {
    search: searchWords(typed),
    filter: allOf(["requestable eq true", resourceType && `resourceType eq ${literal(resourceType)}`]),
    orderby: "name",
    top: shownAtOnce,
    count: true,
  };
  return queryOptions({
    queryKey: [pathOf("catalogueItems"), options],
    queryFn: ({ signal }) => read(address(pathOf("catalogueItems"), options), signal),
    placeholderData: keepPreviousData,
  });
}

/** Path of all users that can be found. */
export const peoplePath = pathOf("people");

/**
 * Returns the query for the people of a path whose names match the typed words. Before anything is typed, the path of all people is not
 * read; of any other path the first people are.
 */
export function peopleQuery(typed: string, path = peoplePath) {
  const isLooking = path !== peoplePath || typed.trim() !== "";
  const options = { search: searchWords(typed), orderby: "id,key", top: shownAtOnce };
  return queryOptions({
    queryKey: [path, options],
    queryFn: ({ signal }) => read(address(path, options), signal),
    enabled: isLooking,
    ...(isLooking && { placeholderData: keepPreviousData }),
  });
}

/** Returns the path of the accounts of a user. */
export const accountsOfPath = (userKey: string) => pathOf("users()/accounts", userKey);

/** Rows of another user. The requester may not be allowed to read them; the service then checks the request when it is submitted. */
export interface Seen<Row> {
  readonly value: readonly Row[];
  /** True if the reader may not see the rows. */
  readonly isHidden?: true;
}

/** Returns the query for the accounts of a user; an empty list if the reader may not see them. */
export function accountsOfQuery(userKey: string) {
  const path = accountsOfPath(userKey);
  return queryOptions({
    queryKey: [path, "all"],
    queryFn: ({ signal }) => seen(path, { orderby: "shortId,key" }, signal),
  });
}

/** Returns the query for an account of a user with its membership in a group, if it has one; an empty list if the reader may not see it. */
export function membershipQuery({ key, userKey }: Account, groupKey: string) {
  const path = accountsOfPath(userKey ?? "");
  // Every user may read the groups of their own accounts through the accounts.
  const options = { filter: `key eq ${key}`, expand: `groupMemberships($filter=groupKey eq ${groupKey};$top=1)` };
  return queryOptions({
    queryKey: [path, key, groupKey],
    queryFn: ({ signal }) => seen(path, options, signal),
  });
}

async function seen<Row>(...list: Parameters<typeof readAll<Row>>): Promise<Seen<Row>> {
  try {
    return { value: await readAll(...list) };
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return { value: [], isHidden: true };
    throw error;
  }
}
