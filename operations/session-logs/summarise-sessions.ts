import { policyOf } from "#domain/policy-name.ts";
import type { BoundQuery } from "#domain/query/bound-query.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { periodInput } from "../kernel/inputs/operation-input.ts";
import { readerOf } from "../kernel/reads-of.ts";

const policy = policyOf.get("sessionLogs/summary");

const query: BoundQuery = {
  source: "sessionLogSummary",
  policy,
  columns: ["sessions", "entries", "succeeded", "failed", "unknown", "distinctUsers", "firstAt", "lastAt"],
  computed: [],
  where: null,
  search: null,
  orderBy: [{ expression: { kind: "column", type: "string", column: "key", scope: 0, via: [] }, descending: false }],
  top: 1,
  skip: 0,
  after: null,
  count: false,
  expand: [],
};

/**
 * Summarizes all sessions, or those in a period: their number and results, the number of users, first and last time.
 * @throws INPUT_INVALID, READ_TOO_LONG
 */
export const summariseSessions = defineOperation({
  name: "sessionLogs.summarise",
  kind: "read",
  input: periodInput,
  callers: ["user"],
  policies: [{ name: policy, rows: true }],
  audit: { operation: "READ", when: "refusalOnly", describe: () => ({ ident: "sessionLogSummary" }) },
  async run(context, { from = null, to = null }): Promise<object> {
    if (from !== null || to !== null) return context.store.summariseSessions({ from, to }, readerOf(context));
    const { rows } = await context.store.query(query, context.visible, [], readerOf(context));
    return rows[0]?.values ?? {};
  },
});
