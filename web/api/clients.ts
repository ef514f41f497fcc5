import { queryOptions } from "@tanstack/react-query";

import { address } from "./odata.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** The set of OAuth clients. */
export const clientsPath = pathOf("clients");

/** Returns the query for a client with the user as whom it acts. */
export function clientQuery(id: string) {
  return queryOptions({
    queryKey: [clientsPath, id],
    queryFn: ({ signal }) =>
      read(address(pathOf("clients()", id), { expand: "user($select=key,id,displayName)" }), signal),
  });
}

/** ID of the client of the service itself, which cannot be deleted. */
export { ownClientId as ownClient } from "#domain/identity/own-client.ts";
