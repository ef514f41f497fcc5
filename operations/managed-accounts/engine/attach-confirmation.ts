import { allOf, eq, oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../../context.ts";

/** Adds to managed accounts whether a password counts without its target's word where the target cannot say, as their policies have it. */
export async function attachConfirmation<R extends { readonly policyId?: unknown }>(
  { store }: Pick<CallContext, "store">,
  rows: readonly R[],
): Promise<readonly (R & { readonly confirmWithoutVerify: boolean })[]> {
  const ids = [...new Set(rows.map(({ policyId }) => String(policyId)))];
  const where = allOf(oneOf("id", ids), eq("confirmWithoutVerify", true));
  const trusting = new Set((await store.select("managedSystemPolicies", { where })).map(({ id }) => id));
  return rows.map((row) => ({ ...row, confirmWithoutVerify: trusting.has(String(row.policyId)) }));
}
