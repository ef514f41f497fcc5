import { allOf, eq, ne } from "#domain/query/condition.ts";
import { defaultPolicies, defaultPolicy } from "#policies/default-policies.ts";
import type { Policy } from "#policies/policy.ts";
import type { Store } from "#store/store.ts";

/** Returns the active policies: the defaults, each replaced by the stored one of its name if that is enabled. */
export async function storedPolicies(store: Pick<Store, "select">): Promise<readonly Policy[]> {
  const stored = await store.select("policies", { where: allOf(eq("enabled", true), ne("expression", null)) });
  const expressions = new Map(stored.map(({ name, expression }) => [name, expression]));
  return defaultPolicies.map((policy) => withExpression(policy, expressions.get(policy.name)));
}

/**
 * Adds a row for every default policy without one, and deletes rows that no policy uses anymore. Until an expression is stored, the
 * program's default is active.
 */
export async function savePolicyNames(store: Pick<Store, "select" | "addAll" | "remove">): Promise<void> {
  const rows = await store.select("policies");
  const known = new Set(rows.map(({ name }) => name));
  const missing = defaultPolicies.filter(({ name }) => !known.has(name));
  await store.addAll(
    "policies",
    missing.map(({ name }) => ({ name })),
  );
  for (const { name, number } of rows)
    if (number === 0 && defaultPolicy(name) === undefined) await store.remove("policies", name);
}

function withExpression(policy: Policy, expression: string | null | undefined): Policy {
  return expression === undefined || expression === null ? policy : { ...policy, expression };
}
