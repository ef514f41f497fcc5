import { Secret } from "#connectors/contract/index.ts";
import { generatePassword } from "#domain/passwords/generate-password.ts";
import type { PolicyRules } from "#domain/passwords/password-rules.ts";

import type { CallContext } from "../../kernel/context.ts";

/** The policy by which passwords of managed accounts are made where theirs names none. */
const usualPolicy = "PAM_DEFAULT";

/**
 * Makes the function that makes passwords for accounts under managed system policies; it returns undefined if the rules of the password
 * policy allow none.
 */
export function passwordMaker({ store, ids }: Pick<CallContext, "store" | "ids">) {
  const known = new Map<string, PolicyRules | undefined>();

  async function rulesOf(policyId: string): Promise<PolicyRules | undefined> {
    if (!known.has(policyId)) {
      const policy = await store.get("managedSystemPolicies", policyId);
      known.set(policyId, await store.get("passwordPolicies", policy?.passwordPolicyId ?? usualPolicy));
    }
    return known.get(policyId);
  }

  return async (policyId: string): Promise<Secret | undefined> => {
    const password = generatePassword(await rulesOf(policyId), (limit) => ids.below(limit));
    return password === undefined ? undefined : new Secret(password);
  };
}
