import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { CallError } from "../base/call-error.ts";
import { askOnce, call } from "./call.ts";
import type { CatalogueItemStanding } from "./model.ts";
import { requestsPath } from "./requests.ts";

/** Standing of a recipient to items, by their keys. */
export type Standings = ReadonlyMap<string, CatalogueItemStanding>;

/**
 * Returns the query for what a recipient has of some items, and what is requested for them; nothing if the reader may not submit requests
 * for the recipient.
 */
export function catalogueStandingQuery(recipientKey: string, keys: readonly string[]) {
  const asked = keys.toSorted();
  return queryOptions({
    // A change of any request may change what is requested.
    queryKey: [requestsPath, "standing", recipientKey, asked],
    queryFn: async (): Promise<Standings> => {
      try {
        const { items } = await askOnce(call("POST catalogueItems/standing", { body: { recipientKey, keys: asked } }));
        return new Map(items.map((item) => [item.key, item]));
      } catch (error) {
        if (error instanceof CallError && error.status === 403) return new Map();
        throw error;
      }
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
}
