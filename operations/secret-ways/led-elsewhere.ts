import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, ne, oneOf, related } from "#domain/query/condition.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import type { CallContext } from "../kernel/context.ts";

type Stored = Pick<CallContext, "store">;

/** What of the vault is led elsewhere with something: by which policies the passwords may be had, and how many accounts there are. */
export interface LedElsewhere {
  /** The managed system policies under which the accounts are, or to which those that are managed no more can come back. */
  readonly policyIds: readonly string[];
  readonly accounts: number;
}

/**
 * What of the vault goes through target systems: the accounts that are managed there, those whose passwords their logins take, and those
 * on which accounts there depend. One that is managed no more counts as long as the vault has passwords of it, for it can come back.
 */
export async function ledThrough({ store }: Stored, targetSystemIds: readonly string[]): Promise<LedElsewhere> {
  if (targetSystemIds.length === 0) return { policyIds: [], accounts: 0 };
  const isThere = oneOf("targetSystemKey", targetSystemIds);
  const logins = await store.select("targetSystemCredentials", {
    where: allOf(oneOf("targetSystemId", targetSystemIds), ne("managedAccountKey", null)),
  });
  const linked = logins.flatMap(({ managedAccountKey }) => managedAccountKey ?? []);
  const depends = related("dependants", related("account", isThere));
  const goesThere = [related("account", isThere), related("managedSystem", isThere), oneOf("key", linked), depends];
  return ledOf({ store }, anyOf(...goesThere));
}

/** The same of managed accounts that a condition chooses. */
export async function ledOf({ store }: Stored, where: Expression): Promise<LedElsewhere> {
  const isKept = anyOf(ne("policyId", historicalPolicyId), related("passwordHistory"));
  const chosen = allOf(where, isKept);
  const accounts = await store.count("managedAccounts", chosen);
  if (accounts === 0) return { policyIds: [], accounts };
  const policies = await store.select("managedSystemPolicies", { where: related("managedAccounts", chosen) });
  const ids = policies.map(({ id }) => id).filter((id) => id !== historicalPolicyId);
  const isOver = related("managedAccounts", allOf(chosen, eq("policyId", historicalPolicyId)));
  const bound = await store.select("managedSystemPolicies", { where: related("managedSystems", isOver) });
  return { policyIds: [...new Set([...ids, ...bound.map(({ id }) => id)])], accounts };
}
