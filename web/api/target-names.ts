import { queryOptions } from "@tanstack/react-query";

import type { CatalogueItem } from "./model.ts";
import { readAll } from "./read-all.ts";

const keptForMs = 60_000;

/**
 * The target systems that somebody may know of. The catalogue says so to everybody: the target systems themselves are for those who
 * run them.
 */
export const targetNamesQuery = queryOptions({
  queryKey: ["/v2/catalogueItems", "targetSystems"],
  queryFn: async ({ signal }) => {
    const options = { filter: "resourceType eq 'targetSystem'", orderby: "name", select: "key,description" };
    const items = await readAll<CatalogueItem>("/v2/catalogueItems", options, signal);
    return items.map(({ key, description }) => ({ id: key, description }));
  },
  staleTime: keptForMs,
});
