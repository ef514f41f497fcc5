import { keepPreviousData, type QueryKey, queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import type { Request } from "./model.ts";
import { address, type Page, type Path, searchWords } from "./odata.ts";
import { isOffered, withActions } from "./offered.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of requests. */
export const requestsPath = pathOf("requests");
/** Path of the requests that wait for the signed-in user. */
export const waitingPath = pathOf("requests/waitingForMe");

const liveMs = 1_500;
const countedEachMs = 15_000;

/** Actions of a request; the API reports for each whether it is possible now. */
export const requestActions = [
  "decide",
  "unapprove",
  "override",
  "comment",
  "ask",
  "answer",
  "escalate",
  "resolveHold",
  "sendBack",
  "edit",
  "resubmit",
  "cancel",
  "acceptTask",
  "declineTask",
  "completeTask",
  "failTask",
  "handOnTask",
  "revealTaskPassword",
] as const;

/** Name of an action of a request. */
export type RequestAction = (typeof requestActions)[number];

/** Reports whether the reader of a request can take an action now. */
export function canDo(request: Request, action: RequestAction): boolean {
  return isOffered(request, action);
}

/** Returns the query for a request with all data of its page and the actions of the reader; polled until the request is closed. */
export function requestQuery(key: string) {
  const options = {
    select: `risks,${withActions(requestActions)}`,
    expand: "requester,recipient,operations($orderby=sequence),comments($orderby=writtenAt,key;$expand=person)",
  };
  return queryOptions({
    queryKey: [requestsPath, key],
    queryFn: ({ signal }) => read(address(pathOf("requests()", key), options), signal),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : whileSomebodyLooks(liveMs)()),
  });
}

/** Returns the query for the explanation of a request: its state and its reasons. */
export function explanationQuery(key: string) {
  return queryOptions({
    queryKey: [requestsPath, key, "explain"],
    queryFn: ({ signal }) => read(pathOf("requests()/explain", key), signal),
    refetchInterval: ({ state }) => (state.data?.final === true ? false : whileSomebodyLooks(liveMs)()),
  });
}

/** Returns the query for the tickets of a request in other systems; polled until the request is closed. */
export function ticketsQuery(request: Pick<Request, "key" | "finishedAt">) {
  return queryOptions({
    queryKey: [requestsPath, request.key, "tickets"],
    queryFn: ({ signal }) =>
      read(address(pathOf("requests()/tickets", request.key), { orderby: "createdAt,key" }), signal),
    refetchInterval: () => (request.finishedAt === null ? whileSomebodyLooks(countedEachMs)() : false),
  });
}

const isOver = (request: Request | undefined) => request !== undefined && request.finishedAt !== null;

/** Returns the query for the first requests of a list, with the number of all. */
export function firstRequestsQuery(path: Path<Page<Request>>, filter: string | undefined, top = 5) {
  const options = {
    filter,
    orderby: "createdAt desc,key",
    top,
    count: true,
    expand: "requester,recipient,operations($orderby=sequence)",
  };
  return queryOptions({
    queryKey: [requestsPath, "first", path, filter ?? "", top],
    queryFn: ({ signal }) => read(address(path, options), signal),
    refetchInterval: whileSomebodyLooks(countedEachMs),
  });
}

/** Returns the query for the first requests that match the typed words, such as a number. */
export function requestsFoundQuery(typed: string) {
  const options = {
    search: searchWords(typed),
    orderby: "createdAt desc,key",
    top: 5,
    expand: "operations($orderby=sequence)",
  };
  return queryOptions({
    queryKey: [requestsPath, "found", typed],
    queryFn: ({ signal }) => read(address(requestsPath, options), signal),
    placeholderData: keepPreviousData,
  });
}

/** Query for the number of requests that wait for the reader. */
export const waitingCountQuery = queryOptions({
  queryKey: [requestsPath, "waitingCount"] as QueryKey,
  queryFn: async ({ signal }) => {
    const page = await read(address(waitingPath, { top: 0, count: true }), signal);
    return page["@odata.count"] ?? 0;
  },
  refetchInterval: whileSomebodyLooks(countedEachMs),
});

/**
 * Returns the query for the ledger of a request from its beginning. It is read once more after the end of the request, for its last events.
 */
export function eventsQuery(key: string, hasEnded: boolean) {
  const options = { orderby: "sequence", top: 500, count: true };
  return queryOptions({
    queryKey: [requestsPath, key, "events", hasEnded],
    queryFn: ({ signal }) => read(address(pathOf("requests()/events", key), options), signal),
    placeholderData: keepPreviousData,
    refetchInterval: hasEnded ? false : whileSomebodyLooks(liveMs),
  });
}
