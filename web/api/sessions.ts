import { queryOptions } from "@tanstack/react-query";

import { userPath } from "./catalogue.ts";
import type { Consent } from "./model.ts";
import { readAll } from "./read-all.ts";

/** The path of the sessions of somebody. */
export const sessionsPath = (userKey: string) => `${userPath(userKey)}/sessions`;

/** The path of what somebody has let applications do. */
export const consentsPath = (userKey: string) => `${userPath(userKey)}/consents`;

/** What somebody has let applications do. */
export function consentsQuery(userKey: string) {
  const path = consentsPath(userKey);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => readAll<Consent>(path, {}, signal),
  });
}
