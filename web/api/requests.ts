import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { whileSomebodyLooks } from "../base/active-person.ts";
import { read } from "./call.ts";
import type { Request, RequestEvent, RequestExplanation } from "./model.ts";
import { address, entity, type Page, searchWords } from "./odata.ts";
import { isOffered, withActions } from "./offered.ts";

/** The set of requests. */
export const requestsPath = "/v2/requests";
/** Those that wait for who asks. */
export const waitingPath = `${requestsPath}/waitingForMe`;

const liveMs = 1_500;
const countedEachMs = 15_000;

/** What somebody may do with a request; the API says of each whether it can be done now. */
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
] as const;

/** One of them. */
export type RequestAction = (typeof requestActions)[number];

/** The path of a request. */
export const requestPath = (key: string) => entity(requestsPath, key);

/** Whether an action can be done with a request by who has read it, as it stands. */
export function canDo(request: Request, action: RequestAction): boolean {
  return isOffered(request, action);
}

/** A request with all that its page shows, and what its reader may do with it; asked again while it is under way. */
export function requestQuery(key: string) {
  const options = {
    select: `risks,${withActions(requestActions)}`,
    expand: "requester,recipient,operations($orderby=sequence),comments($orderby=writtenAt,key;$expand=person)",
  };
  return queryOptions({
    queryKey: [requestsPath, key],
    queryFn: ({ signal }) => read<Request>(address(requestPath(key), options), signal),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : whileSomebodyLooks(liveMs)()),
  });
}

/** Why a request stands where it stands, and how it came there. */
export function explanationQuery(key: string) {
  return queryOptions({
    queryKey: [requestsPath, key, "explain"],
    queryFn: ({ signal }) => read<RequestExplanation>(`${requestPath(key)}/explain`, signal),
    refetchInterval: ({ state }) => (state.data?.final === true ? false : whileSomebodyLooks(liveMs)()),
  });
}

const isOver = (request: Request | undefined) => request !== undefined && request.finishedAt !== null;

/** The first ones of a list of requests, with their number. */
export function firstRequestsQuery(path: string, filter: string | undefined, top = 5) {
  const options = {
    filter,
    orderby: "createdAt desc,key",
    top,
    count: true,
    expand: "requester,recipient,operations($orderby=sequence)",
  };
  return queryOptions({
    queryKey: [requestsPath, "first", path, filter ?? "", top],
    queryFn: ({ signal }) => read<Page<Request>>(address(path, options), signal),
    refetchInterval: whileSomebodyLooks(countedEachMs),
  });
}

/** The first requests that fit the words that somebody types, such as a number. */
export function requestsFoundQuery(typed: string) {
  const options = {
    search: searchWords(typed),
    orderby: "createdAt desc,key",
    top: 5,
    expand: "operations($orderby=sequence)",
  };
  return queryOptions({
    queryKey: [requestsPath, "found", typed],
    queryFn: ({ signal }) => read<Page<Request>>(address(requestsPath, options), signal),
    placeholderData: keepPreviousData,
  });
}

/** How many requests wait for who asks. */
export const waitingCountQuery = queryOptions({
  queryKey: [requestsPath, "waitingCount"],
  queryFn: async ({ signal }) => {
    const page = await read<Page<Request>>(address(waitingPath, { top: 0, count: true }), signal);
    return page["@odata.count"] ?? 0;
  },
  refetchInterval: whileSomebodyLooks(countedEachMs),
});

/** The ledger of a request, from its beginning on; read once more when the request has ended, for what came last. */
export function eventsQuery(key: string, hasEnded: boolean) {
  const options = { orderby: "sequence", top: 500, count: true };
  return queryOptions({
    queryKey: [requestsPath, key, "events", hasEnded],
    queryFn: ({ signal }) => read<Page<RequestEvent>>(address(`${requestPath(key)}/events`, options), signal),
    placeholderData: keepPreviousData,
    refetchInterval: hasEnded ? false : whileSomebodyLooks(liveMs),
  });
}
