import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { CallError } from "./call-error.ts";
import { read } from "./call.ts";
import type { Account, CatalogueItem, Person } from "./model.ts";
import { address, entity, type Page, searchWords } from "./odata.ts";

const shownAtOnce = 20;

/** What can be asked for and fits the words that somebody types. */
export function catalogueQuery(typed: string) {
  const options = {
    ...{ search: searchWords(typed), filter: "requestable eq true", orderby: "name" },
    ...{ top: shownAtOnce, count: true },
  };
  return queryOptions({
    queryKey: ["/v2/catalogueItems", options],
    queryFn: ({ signal }) => read<Page<CatalogueItem>>(address("/v2/catalogueItems", options), signal),
    placeholderData: keepPreviousData,
  });
}

/** The people whose names fit the words that somebody types. */
export function peopleQuery(typed: string) {
  const options = { search: searchWords(typed), orderby: "id,key", top: shownAtOnce };
  return queryOptions({
    queryKey: ["/v2/people", options],
    queryFn: ({ signal }) => read<Page<Person>>(address("/v2/people", options), signal),
    enabled: typed.trim() !== "",
    placeholderData: keepPreviousData,
  });
}

const noAccounts: Page<Account> = { value: [] };

/** The accounts of somebody; of somebody whose accounts one may not see there are none to be told. */
export function accountsOfQuery(userKey: string) {
  const options = { orderby: "shortId,key", top: 500 };
  return queryOptions({
    queryKey: ["/v2/accounts", "of", userKey],
    queryFn: async ({ signal }) => {
      try {
        return await read<Page<Account>>(address(`${userPath(userKey)}/accounts`, options), signal);
      } catch (error) {
        if (error instanceof CallError && error.status === 403) return noAccounts;
        throw error;
      }
    },
  });
}

/** The path of somebody's row among the users. */
export const userPath = (key: string) => entity("/v2/users", key);
