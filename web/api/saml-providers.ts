import { queryOptions } from "@tanstack/react-query";

import { read, type Tagged } from "./call.ts";
import type { SamlProvider } from "./model.ts";
import { entity } from "./odata.ts";

/** The set of identity providers. */
export const samlProvidersPath = "/v2/samlProviders";

/** The path of an identity provider. */
export const samlProviderPath = (id: string) => entity(samlProvidersPath, id);

/** An identity provider. */
export function samlProviderQuery(id: string) {
  return queryOptions({
    queryKey: [samlProvidersPath, id],
    queryFn: ({ signal }) => read<Tagged<SamlProvider>>(samlProviderPath(id), signal),
  });
}
