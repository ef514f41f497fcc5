import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, anyOf, eq } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";

const policy = policyOf.get("requests");
const massResetPolicy = policyOf.get("massResets");

/**
 * Returns the key of the request or mass reset that a caller names as the batch of a call, by key or number, open or not. One that the caller
 * may not read is refused like a missing one.
 * @throws BATCH_UNKNOWN
 */
export async function findBatch(context: CallContext, batch: string | undefined): Promise<string | null> {
  if (batch === undefined) return null;
  const visible = context.policies.rowPredicate(policy, await principalOf(context, policy));
  for (const column of ["key", "number"] as const) {
    const [known] = await context.store.select("reqbatch", { where: allOf(eq(column, batch), visible), limit: 1 });
    if (known) return known.key;
  }
  const massReset = await findMassReset(context, batch);
  if (massReset !== undefined) return massReset;
  throw new ServiceError("BATCH_UNKNOWN", { target: "X-BATCH-ID" });
}

async function findMassReset(context: CallContext, batch: string): Promise<string | undefined> {
  const visible = context.policies.rowPredicate(massResetPolicy, await principalOf(context, massResetPolicy));
  const named = anyOf(eq("key", batch), eq("number", batch));
  const [known] = await context.store.select("massResets", { where: allOf(named, visible), limit: 1 });
  return known?.key;
}
