import { oneOf } from "#domain/query/condition.ts";
import type { PhaseResource } from "#domain/requests/phase-resources.ts";

import type { ServiceContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";

/** Returns for each operation the managed system policy of the account whose password it asks for: its phases decide about that. */
export async function authorizingPolicies(
  { store }: Pick<ServiceContext, "store">,
  operations: readonly CodedOperation[],
): Promise<readonly (readonly PhaseResource[])[]> {
  const keys = operations.map(({ accountKey }) => accountKey ?? "");
  const accounts = await store.select("managedAccounts", { where: oneOf("accountKey", keys) });
  const policyIds = new Map(accounts.map(({ accountKey, policyId }) => [accountKey, policyId]));
  return keys.map((key) => [{ resourceType: "managedSystemPolicy", resourceKey: policyIds.get(key) ?? "" }]);
}
