import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { importActions, importObjectTypes } from "#domain/import-rules.ts";
import { descriptionMaxCharacters, idMaxCharacters, policyMaxCharacters } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { filledText } from "../text-input.ts";
import { compiledRule } from "./compile-import-rules.ts";

const sequenceMax = 1_000_000;

/** The key of an import rule in an input. */
export const importRuleKey = z.guid("must be a guid");

/** What an import rule says, as the fields of an input. */
export const importRuleFields = {
  objectType: z.enum(importObjectTypes, { error: `must be one of ${importObjectTypes.join(", ")}` }),
  sequence: z.int("must be a whole number").min(1, "must be 1 or more").max(sequenceMax),
  description: z.string().max(descriptionMaxCharacters).nullish(),
  condition: filledText(policyMaxCharacters, "must not be empty; 'true' matches everything"),
  action: z.enum(importActions, { error: `must be one of ${importActions.join(", ")}` }),
  policyId: z.string().min(1, "must not be empty; leave it out instead").max(idMaxCharacters).nullish(),
  enabled: z.boolean(),
};

/** What an import rule says. */
export type ImportRuleParts = Pick<
  Row<"importRules">,
  "objectType" | "sequence" | "description" | "condition" | "action" | "policyId" | "enabled"
>;

/**
 * Makes sure that a rule can be carried out: its condition compiles, and it names a policy where its action needs one.
 * @throws IMPORT_RULE_INVALID, MANAGED_SYSTEM_POLICY_UNKNOWN
 */
export async function checkImportRule({ store }: CallContext, rule: ImportRuleParts): Promise<void> {
  const { action, policyId } = rule;
  if (action === "bind" && policyId === null) throw policyNeeded("bind needs policyId: the policy to bind to.");
  if (action === "delete" && policyId !== null) throw policyNeeded("delete takes no policyId. Leave it out.");
  const policy = policyId === null ? undefined : await store.get("managedSystemPolicies", policyId);
  if (policyId !== null && !policy) throw new ServiceError("MANAGED_SYSTEM_POLICY_UNKNOWN", { target: "policyId" });
  compiledRule(rule, policy?.mode ?? null);
}

function policyNeeded(message: string): ServiceError {
  return new ServiceError("IMPORT_RULE_INVALID", { target: "policyId", message });
}
