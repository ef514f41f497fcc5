import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import type { AuthChain } from "./model.ts";
import { entity } from "./odata.ts";

/** Path of the set of authentication chains. */
export const chainsPath = "/v2/authChains";

/** Returns the path of a chain. */
export const chainPath = (name: string) => entity(chainsPath, name);
/** Returns the path of the versions of a chain. */
export const chainVersionsPath = (name: string) => `${chainPath(name)}/versions`;

/** Returns the query for a chain: its saved text and its active one. */
export function chainQuery(name: string) {
  return queryOptions({
    queryKey: [chainsPath, name],
    queryFn: ({ signal }) => read<AuthChain>(chainPath(name), signal),
  });
}
