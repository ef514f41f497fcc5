import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { descriptionMaxCharacters } from "#domain/limits.ts";
import {
  changedRules,
  type PolicyRules,
  type RuleChange,
  type RuleChanges,
  type RuleFault,
  RuleMode,
  ruleFaults,
  ruleGroups,
  rulesOf,
} from "#domain/passwords/password-rules.ts";
import { contradictingRules } from "#domain/passwords/password-witness.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { filledText } from "../kernel/text-input.ts";

const messageMaxCharacters = 400;
const valueMaxCharacters = 400;

const rule: z.ZodType<RuleChange> = z.strictObject({
  mode: z.enum(RuleMode).optional(),
  value: z.union([z.number(), z.string().max(valueMaxCharacters), z.null()]).optional(),
  message: z.string().max(messageMaxCharacters).nullable().optional(),
});

const groups: Readonly<Record<string, z.ZodType<Readonly<Record<string, RuleChange | undefined>> | undefined>>> =
  Object.fromEntries(
    ruleGroups.map((group) => {
      const names = Object.keys(rulesOf(group));
      return [group, z.strictObject(Object.fromEntries(names.map((name) => [name, rule.optional()]))).optional()];
    }),
  );

const input = z.strictObject({
  key: z.string(),
  description: filledText(descriptionMaxCharacters).optional(),
  ...groups,
}) as z.ZodType<{ key: string; description?: string | undefined } & RuleChanges>;

/**
 * Changes the rules of a password policy that are given, and of each rule the parts that are given.
 * @throws NOT_FOUND, PASSWORD_POLICY_INVALID with a detail per rule
 */
export const updatePasswordPolicy = defineOperation({
  name: "passwordPolicies.update",
  input,
  callers: ["user"],
  policies: policiesOfChange("update", "passwordPolicies"),
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  // Searching for a valid password takes a while, so it runs before the transaction.
  async prepare({ store }, { key, ...changes }) {
    const policy = await store.get("passwordPolicies", key);
    return policy && provenRules(changedRules(policy, changes));
  },
  async run(context, { key, description, ...changes }, proven) {
    const policy = await lockedRow(context, { table: "passwordPolicies", key });
    const changed = changedRules(policy, changes);
    // Someone else may have changed other rules meanwhile.
    const rules = JSON.stringify(changed) === JSON.stringify(proven) ? changed : provenRules(changed);
    return context.store.save("passwordPolicies", { id: key, ...definedFields({ description }), ...rules });
  },
});

/**
 * Returns the rules, once a password was found that satisfies all of them.
 * @throws PASSWORD_POLICY_INVALID with one detail for each rule
 */
function provenRules(rules: PolicyRules): PolicyRules {
  const broken = ruleFaults(rules);
  const faults = broken.length > 0 ? broken : contradictions(rules);
  const [first] = faults;
  if (first === undefined) return rules;
  throw new ServiceError("PASSWORD_POLICY_INVALID", {
    target: first.target,
    message: `${first.target}: ${first.message}.`,
    details: faults.map((fault) => ({ ...fault, code: "PASSWORD_POLICY_INVALID" })),
  });
}

function contradictions(rules: PolicyRules): readonly RuleFault[] {
  const targets = contradictingRules(rules);
  const names = targets.join(" and ");
  return targets.map((target) => ({
    target,
    message: `no password was found that keeps ${names} together; change one of them, or make it a warning`,
  }));
}
