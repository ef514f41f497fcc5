import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import type { PolicyRules } from "#domain/passwords/password-rules.ts";

import { makePassword } from "../../abilities/breached-passwords.ts";
import type { CallContext } from "../../kernel/context.ts";

/** The policy by which passwords of managed accounts are made where theirs names none. */
const usualPolicy = "PAM_DEFAULT";

/** Reasons why no password was made: the rules allow none, or require a list of breached passwords that cannot be asked. */
export type NotMade = "rules" | "breachedList";

/** Makes the function that makes passwords for accounts under managed system policies, or says why it makes none. */
export function passwordMaker(context: Pick<CallContext, "store" | "ids" | "log" | "breachedPasswords">) {
  const { store } = context;
  const known = new Map<string, PolicyRules | undefined>();

  async function rulesOf(policyId: string): Promise<PolicyRules | undefined> {
    if (!known.has(policyId)) {
      const policy = await store.get("managedSystemPolicies", policyId);
      known.set(policyId, await store.get("passwordPolicies", policy?.passwordPolicyId ?? usualPolicy));
    }
    return known.get(policyId);
  }

  return async (policyId: string): Promise<{ readonly secret: Secret } | { readonly notMade: NotMade }> => {
    try {
      const secret = await makePassword(context, await rulesOf(policyId));
      return secret === undefined ? { notMade: "rules" } : { secret };
    } catch (error) {
      // The accounts of other policies go on.
      if (error instanceof ServiceError && error.code === "BREACHED_LIST_UNAVAILABLE")
        return { notMade: "breachedList" };
      throw error;
    }
  };
}
