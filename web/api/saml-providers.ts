import { queryOptions } from "@tanstack/react-query";

import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Path of the set of identity providers. */
export const samlProvidersPath = pathOf("samlProviders");

/** Returns the query for an identity provider. */
export function samlProviderQuery(id: string) {
  return queryOptions({
    queryKey: [samlProvidersPath, id],
    queryFn: ({ signal }) => read(pathOf("samlProviders()", id), signal),
  });
}
