import { defaultPolicies, type Policy } from "#policies/default-policies.ts";
import type { Store } from "#store/store.ts";

/** The policies in force: the defaults, each replaced by the stored one of its name where that is enabled. */
export async function storedPolicies(store: Pick<Store, "select">): Promise<readonly Policy[]> {
  const stored = await store.select("policies", { where: { enabled: true } });
  const expressions = new Map(stored.map(({ name, expression }) => [name, expression]));
  return defaultPolicies.map((policy) => withExpression(policy, expressions.get(policy.name)));
}

function withExpression(policy: Policy, expression: string | undefined): Policy {
  return expression === undefined ? policy : { ...policy, expression };
}
