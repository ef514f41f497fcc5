import { queryOptions } from "@tanstack/react-query";

import { CallError } from "../base/call-error.ts";
import type { Account } from "./model.ts";
import { address } from "./odata.ts";
import { pathOf } from "./path.ts";
import { read } from "./read.ts";

/** Current name and attribute values of an account or a group. */
export type Standing = Pick<Account, "shortId" | "attributeValues">;

/**
 * Returns the query for the current state of an account or a group of the set; null if the reader may not see it or it no longer exists.
 */
export function standingQuery(set: "accounts" | "groups", key: string) {
  return queryOptions({
    queryKey: [pathOf(set), key, "standing"],
    queryFn: async ({ signal }): Promise<Standing | null> => {
      try {
        return await read(address(pathOf(`${set}()`, key), { select: "shortId,attributeValues" }), signal);
      } catch (error) {
        if (error instanceof CallError && (error.status === 403 || error.status === 404)) return null;
        throw error;
      }
    },
  });
}
