import { initialRules, type PolicyRules } from "#domain/passwords/password-rules.ts";

import type { ServiceContext } from "../kernel/context.ts";

/**
 * Returns the rules for passwords of accounts on a target system: those of the password policy of its target group. Returns undefined if there
 * is no such target system.
 */
export async function targetPasswordRules(
  { store }: Pick<ServiceContext, "store">,
  targetSystemKey: string,
): Promise<PolicyRules | undefined> {
  const target = await store.get("targetSystems", targetSystemKey);
  if (!target) return undefined;
  const group = await store.get("targetGroups", target.targetGroup);
  const policy = group && (await store.get("passwordPolicies", group.passwordPolicyId));
  // A missing policy does not free a password from rules.
  return policy ?? initialRules();
}
