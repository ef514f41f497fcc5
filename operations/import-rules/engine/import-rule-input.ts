import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyMaxCharacters } from "#domain/limits.ts";
import { importRules } from "#domain/resources/import-rules.ts";
import { historicalPolicyId } from "#domain/vault/historical-policy.ts";

import type { CallContext } from "../../kernel/context.ts";
import { inputOf } from "../../kernel/resource-input.ts";
import { filledText } from "../../kernel/text-input.ts";
import { compiledRule, type RuleText } from "./compile-import-rules.ts";

/** The key of an import rule in an input. */
export const importRuleKey = z.guid("must be a guid");

const condition = filledText(policyMaxCharacters, "must not be empty; 'true' matches everything");

/** Schema of a new import rule by a caller. */
export const newImportRule = inputOf(importRules, "create", { condition });

/** Schema of a change of an import rule by a caller. */
export const importRuleChanges = inputOf(importRules, "change", { condition: condition.optional() });

/**
 * Throws unless a rule is valid: its condition compiles, and it names a policy if its action needs one.
 * @throws IMPORT_RULE_INVALID, MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export async function checkImportRule({ store }: CallContext, rule: RuleText): Promise<void> {
  const { action, policyId } = rule;
  if (action === "bind" && policyId === null) throw policyNeeded("bind needs policyId: the policy to bind to.");
  if (action === "delete" && policyId !== null) throw policyNeeded("delete takes no policyId. Leave it out.");
  if (policyId === historicalPolicyId)
    throw policyNeeded(`${policyId} is not for rules: unbind and delete lead there.`);
  const policy = policyId === null ? undefined : await store.get("managedSystemPolicies", policyId);
  if (policyId !== null && !policy) throw new ServiceError("MANAGED_SYSTEM_POLICY_UNKNOWN", { target: "policyId" });
  compiledRule(rule, policy?.mode ?? null);
}

function policyNeeded(message: string): ServiceError {
  return new ServiceError("IMPORT_RULE_INVALID", { target: "policyId", message });
}
