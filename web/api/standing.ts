import { queryOptions } from "@tanstack/react-query";

import { CallError } from "../base/call-error.ts";
import { read } from "./call.ts";
import type { Account } from "./model.ts";
import { address, entity } from "./odata.ts";

/** What an account or a group is called, and what its attributes are now. */
export type Standing = Pick<Account, "shortId" | "attributeValues">;

/** How an account or a group of the set is now; null where who asks may not see it, or it is gone. */
export function standingQuery(set: string, key: string) {
  return queryOptions({
    queryKey: [set, key, "standing"],
    queryFn: async ({ signal }): Promise<Standing | null> => {
      try {
        return await read<Standing>(address(entity(set, key), { select: "shortId,attributeValues" }), signal);
      } catch (error) {
        if (error instanceof CallError && (error.status === 403 || error.status === 404)) return null;
        throw error;
      }
    },
  });
}
