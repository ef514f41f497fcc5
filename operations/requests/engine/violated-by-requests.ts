import { isFinalResult } from "#domain/requests/operation-result.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { concernedRules, violatedRules } from "./sod-facts.ts";

type Stored = Pick<CallContext, "store">;
type Request = Pick<Row<"reqbatch">, "key" | "recipientKey" | "status" | "direct">;

/**
 * Returns the IDs of the rules of separation of duties that open requests would violate, with what their recipients have and have asked for,
 * by the keys of the requests; those of direct writes and of accounts without owner are none.
 */
export async function violatedByRequests(
  context: Stored,
  requests: readonly Request[],
  operations: readonly Row<"requestOperations">[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const open = new Map(requests.flatMap((one) => (one.direct || isFinal(one.status) ? [] : [[one.key, one] as const])));
  const giving = operations.filter(
    ({ requestKey, result, associatedBy }) => open.has(requestKey) && !isFinalResult(result) && associatedBy !== "none",
  );
  const found = new Map<string, readonly string[]>();
  // Most requests give nothing that a rule names.
  if (giving.length === 0 || (await concernedRules(context, giving)) === undefined) return found;
  for (const [key, own] of Map.groupBy(giving, ({ requestKey }) => requestKey)) {
    const concerned = await concernedRules(context, own);
    const recipientKey = open.get(key)?.recipientKey;
    if (concerned === undefined || recipientKey === undefined) continue;
    const violated = await violatedRules(context, { recipientKey, concerned, request: { key, createdAt: null } });
    found.set(
      key,
      violated.map(({ rule }) => rule.id),
    );
  }
  return found;
}
