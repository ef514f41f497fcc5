import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import type { Client } from "./model.ts";
import { address, entity } from "./odata.ts";

/** The set of OAuth clients. */
export const clientsPath = "/v2/clients";
/** Returns the path of an OAuth client. */
export const clientPath = (id: string) => entity(clientsPath, id);
/** Returns the path of the tokens of a client. */
export const clientTokensPath = (id: string) => `${clientPath(id)}/tokens`;

/** Returns the query for a client with the user as whom it acts. */
export function clientQuery(id: string) {
  return queryOptions({
    queryKey: [clientsPath, id],
    queryFn: ({ signal }) =>
      read<Client>(address(clientPath(id), { expand: "user($select=key,id,displayName)" }), signal),
  });
}

/** ID of the client of the service itself, which cannot be deleted. */
export { ownClientId as ownClient } from "#domain/identity/own-client.ts";
