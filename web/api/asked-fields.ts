import { queryOptions } from "@tanstack/react-query";

import { CallError } from "../base/call-error.ts";
import type { CatalogueField } from "./model.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Returns the query for the attributes that a request form for a target system shows; an empty list if the system is not requestable. */
export function askedFieldsQuery(targetSystemKey: string) {
  const path = pathOf("catalogueItems()", targetSystemKey);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }): Promise<readonly CatalogueField[]> => {
      try {
        return (await read(path, signal)).fields;
      } catch (error) {
        if (error instanceof CallError && (error.status === 403 || error.status === 404)) return [];
        throw error;
      }
    },
  });
}
