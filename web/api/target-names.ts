import { queryOptions } from "@tanstack/react-query";

import { pathOf } from "./path.ts";
import { readAll } from "./read.ts";

const keptForMs = 60_000;

/**
 * Query for the names of the target systems that the reader may know. They come from the catalog, which all users may read; the target
 * systems themselves are only for those who manage them.
 */
export const targetNamesQuery = queryOptions({
  queryKey: [pathOf("catalogueItems"), "targetSystems"],
  queryFn: async ({ signal }) => {
    const options = { filter: "resourceType eq 'targetSystem'", orderby: "name", select: "key,description" };
    const items = await readAll(pathOf("catalogueItems"), options, signal);
    return items.map(({ key, description }) => ({ id: key, description }));
  },
  staleTime: keptForMs,
});
