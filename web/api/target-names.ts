import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import type { CatalogueItem } from "./model.ts";
import { address, type Page } from "./odata.ts";

const keptForMs = 60_000;

/**
 * The target systems that somebody may know of. The catalogue says so to everybody: the target systems themselves are for those who
 * run them.
 */
export const targetNamesQuery = queryOptions({
  queryKey: ["/v2/catalogueItems", "targetSystems"],
  queryFn: async ({ signal }) => {
    const options = { filter: "resourceType eq 'targetSystem'", orderby: "name", select: "key,description", top: 500 };
    const { value } = await read<Page<CatalogueItem>>(address("/v2/catalogueItems", options), signal);
    return value.map(({ key, description }) => ({ id: key, description }));
  },
  staleTime: keptForMs,
});
