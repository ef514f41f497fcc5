import { allOf, eq, ne } from "#domain/query/condition.ts";
import { defaultPolicies, defaultPolicy } from "#policies/default-policies.ts";
import type { Policy } from "#policies/policy.ts";
import type { Store } from "#store/store.ts";

/** The policies in force: the defaults, each replaced by the stored one of its name where that is enabled. */
export async function storedPolicies(store: Pick<Store, "select">): Promise<readonly Policy[]> {
  const stored = await store.select("policies", { where: allOf(eq("enabled", true), ne("expression", null)) });
  const expressions = new Map(stored.map(({ name, expression }) => [name, expression]));
  return defaultPolicies.map((policy) => withExpression(policy, expressions.get(policy.name)));
}

/** What is in force under a name stands in the program, until something is stored in its place; a row that means nothing any more goes. */
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
