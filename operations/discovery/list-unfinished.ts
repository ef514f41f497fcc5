import { allOf, eq } from "#domain/query/condition.ts";
import { discoveryCode } from "#domain/requests/named-codes.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { unended } from "./engine/start-discovery.ts";

/** Lists the keys of discoveries of this node that have not ended; the monitor makes sure that each has its workflow. */
export const listUnfinishedDiscoveries = defineOperation({
  name: "discovery.listUnfinished",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "DSLU", when: "never" },
  async run({ store }): Promise<string[]> {
    const where = allOf(eq("code", discoveryCode), unended, await store.homes.here());
    return (await store.select("requestOperations", { where, orderBy: [["key", "asc"]] })).map(({ key }) => key);
  },
});
