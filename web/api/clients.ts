import { queryOptions } from "@tanstack/react-query";

import { read } from "./call.ts";
import type { Client } from "./model.ts";
import { address, entity } from "./odata.ts";

/** The set of clients. */
export const clientsPath = "/v2/clients";
/** The path of a client. */
export const clientPath = (id: string) => entity(clientsPath, id);
/** The path of what it was given. */
export const clientTokensPath = (id: string) => `${clientPath(id)}/tokens`;

/** A client, with the user as whom it acts. */
export function clientQuery(id: string) {
  return queryOptions({
    queryKey: [clientsPath, id],
    queryFn: ({ signal }) =>
      read<Client>(address(clientPath(id), { expand: "user($select=key,id,displayName)" }), signal),
  });
}

/** The client of the service itself, which cannot be removed. */
export { ownClientId as ownClient } from "#domain/identity/own-client.ts";
