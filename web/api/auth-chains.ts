import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import type { AuthChain } from "./model.ts";
import { entity } from "./odata.ts";

/** The set of authentication chains. */
export const chainsPath = "/v2/authChains";

/** The path of a chain. */
export const chainPath = (name: string) => entity(chainsPath, name);
/** The path of every change that was made to a chain. */
export const chainVersionsPath = (name: string) => `${chainPath(name)}/versions`;

/** A chain with what is stored of it and what is in force. */
export function chainQuery(name: string) {
  return queryOptions({
    queryKey: [chainsPath, name],
    queryFn: ({ signal }) => read<AuthChain>(chainPath(name), signal),
  });
}
