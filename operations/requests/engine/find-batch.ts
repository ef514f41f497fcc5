import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";

const policy = policyOf.get("requests");

/**
 * Returns the key of the request that a caller names as the batch of a call, by key or number, open or not. A request that the caller may
 * not read is refused like a missing one.
 * @throws BATCH_UNKNOWN
 */
export async function findBatch(context: CallContext, batch: string | undefined): Promise<string | null> {
  if (batch === undefined) return null;
  const visible = context.policies.rowPredicate(policy, await principalOf(context, policy));
  for (const column of ["key", "number"] as const) {
    const [known] = await context.store.select("reqbatch", { where: allOf(eq(column, batch), visible), limit: 1 });
    if (known) return known.key;
  }
  throw new ServiceError("BATCH_UNKNOWN", { target: "X-BATCH-ID" });
}
