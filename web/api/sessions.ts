import { queryOptions } from "@tanstack/react-query";

import { pathOf } from "./path.ts";
import { readAll } from "./read.ts";

/** Returns the query for the consents of a user to applications. */
export function consentsQuery(userKey: string) {
  const path = pathOf("users()/consents", userKey);
  return queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => readAll(path, {}, signal),
  });
}
