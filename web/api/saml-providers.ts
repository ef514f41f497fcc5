import { queryOptions } from "@tanstack/react-query";

import { read, type Tagged } from "./call.ts";
import type { SamlProvider } from "./model.ts";
import { entity } from "./odata.ts";

/** Path of the set of identity providers. */
export const samlProvidersPath = "/v2/samlProviders";

/** Returns the path of an identity provider. */
export const samlProviderPath = (id: string) => entity(samlProvidersPath, id);

/** Returns the query for an identity provider. */
export function samlProviderQuery(id: string) {
  return queryOptions({
    queryKey: [samlProvidersPath, id],
    queryFn: ({ signal }) => read<Tagged<SamlProvider>>(samlProviderPath(id), signal),
  });
}
