import { allOf, eq, oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";

type Store = Pick<CallContext, "store">;
type Confirming<R> = R & { readonly confirmWithoutVerify: boolean };

/** Adds to managed accounts whether their policies accept a password unverified if the target cannot verify it. */
export async function attachConfirmation<R extends { readonly policyId?: unknown }>(
  { store }: Store,
  rows: readonly R[],
): Promise<readonly Confirming<R>[]> {
  const trusting = await trustingPolicies(
    { store },
    rows.map(({ policyId }) => String(policyId)),
  );
  return rows.map((row) => ({ ...row, confirmWithoutVerify: trusting.has(String(row.policyId)) }));
}

/** Adds to managed systems whether any of their policies accepts a password unverified. */
export async function attachSystemConfirmation<R extends { readonly key?: unknown }>(
  { store }: Store,
  rows: readonly R[],
): Promise<readonly Confirming<R>[]> {
  const keys = rows.map(({ key }) => String(key));
  const bindings = await store.select("managedSystemBindings", { where: oneOf("managedSystemKey", keys) });
  const trusting = await trustingPolicies(
    { store },
    bindings.map(({ policyId }) => policyId),
  );
  const systems = new Set(bindings.filter(({ policyId }) => trusting.has(policyId)).map((one) => one.managedSystemKey));
  return rows.map((row) => ({ ...row, confirmWithoutVerify: systems.has(String(row.key)) }));
}

/** Returns those of the policies that accept a password unverified. */
async function trustingPolicies({ store }: Store, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const where = allOf(oneOf("id", [...new Set(ids)]), eq("confirmWithoutVerify", true));
  return new Set((await store.select("managedSystemPolicies", { where })).map(({ id }) => id));
}
