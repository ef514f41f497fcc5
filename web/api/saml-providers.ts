import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import { pathOf } from "./path.ts";

/** Path of the set of identity providers. */
export const samlProvidersPath = pathOf("samlProviders");

/** Returns the query for an identity provider. */
export function samlProviderQuery(id: string) {
  return queryOptions({
    queryKey: [samlProvidersPath, id],
    queryFn: ({ signal }) => read(pathOf("samlProviders()", id), signal),
  });
}
