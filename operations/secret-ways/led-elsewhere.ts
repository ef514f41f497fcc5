import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, anyOf, eq, ne, oneOf, related } from "#domain/query/condition.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import type { CallContext } from "../kernel/context.ts";

type Stored = Pick<CallContext, "store">;

/** Part of the vault affected by a new destination: the policies that give access to the passwords, and the number of accounts. */
export interface LedElsewhere {
  /** Managed system policies of the accounts, or those to which no longer managed accounts can return. */
  readonly policyIds: readonly string[];
  readonly accounts: number;
}

/**
 * Finds the part of the vault that goes through target systems: the accounts managed there, those whose passwords their logins use, and
 * those on which accounts there depend. An account that is no longer managed counts as long as the vault has passwords of it, because it
 * can return.
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

/** Finds the affected part of the vault for managed accounts chosen by a condition. */
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
