import { z } from "zod";

import { allOf, gt, oneOf } from "#domain/query/condition.ts";
import { isFinal, RequestStatus } from "#domain/requests/request-status.ts";

import { defineOperation } from "../kernel/define-operation.ts";

const unfinished = Object.values(RequestStatus).filter((status) => !isFinal(status));

/** Lists the keys of requests of this node that are not final, in the order of keys, a page at a time; the monitor walks them. */
export const listUnfinished = defineOperation({
  name: "requests.listUnfinished",
  kind: "read",
  input: z.strictObject({ after: z.string(), limit: z.int().min(1) }),
  callers: ["engine"],
  audit: { operation: "RQLU", when: "never" },
  async run({ store }, { after, limit }): Promise<string[]> {
    const where = allOf(oneOf("status", unfinished), gt("key", after), await store.homes.here());
    const rows = await store.select("reqbatch", { where, orderBy: [["key", "asc"]], limit });
    return rows.map(({ key }) => key);
  },
});
