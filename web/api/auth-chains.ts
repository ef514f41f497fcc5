import { queryOptions } from "@tanstack/react-query";

import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of authentication chains. */
export const chainsPath = pathOf("authChains");

/** Returns the query for a chain: its saved text and its active one. */
export function chainQuery(name: string) {
  return queryOptions({
    queryKey: [chainsPath, name],
    queryFn: ({ signal }) => read(pathOf("authChains()", name), signal),
  });
}
