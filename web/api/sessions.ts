import { queryOptions } from "@tanstack/react-query";

import { userPath } from "./catalogue.ts";
import type { Consent } from "./model.ts";
import { readAll } from "./read-all.ts";

/** Returns the path of the sessions of a user. */
export const sessionsPath = (userKey: string) => `${userPath(userKey)}/sessions`;

/** Returns the path of the consents of a user to applications. */
export const consentsPath = (userKey: string) => `${userPath(userKey)}/consents`;

/** Returns the query for the consents of a user to applications. */
export function consentsQuery(userKey: string) {
  const path = consentsPath(userKey);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => readAll<Consent>(path, {}, signal),
  });
}
