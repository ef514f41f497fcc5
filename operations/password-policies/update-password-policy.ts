import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { descriptionMaxCharacters } from "#domain/limits.ts";
import {
  changedRules,
  type RuleChange,
  type RuleChanges,
  RuleMode,
  ruleFaults,
  ruleGroups,
  rulesOf,
} from "#domain/password-rules.ts";

import { defineOperation } from "../define-operation.ts";
import { lockedRow } from "../read/locked-row.ts";

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
  description: z.string().trim().min(1, "must not be empty").max(descriptionMaxCharacters).optional(),
  ...groups,
}) as z.ZodType<{ key: string; description?: string | undefined } & RuleChanges>;

/**
 * Changes the rules of a password policy that are given, and of each rule the parts that are given.
 * @throws NOT_FOUND, PASSWORD_POLICY_INVALID with a detail per rule
 */
export const updatePasswordPolicy = defineOperation({
  name: "passwordPolicies.update",
  operationType: "PASSWORD_POLICY_UPDATE",
  input,
  callers: ["user"],
  policies: [{ name: "passwordpolicies_get", rows: true }, { name: "passwordpolicies_patch_update" }],
  audit: { operation: "ACPS", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, description, ...changes }) {
    const policy = await lockedRow(context, { table: "passwordPolicies", policy: "passwordpolicies_get", key });
    const rules = changedRules(policy, changes);
    const faults = ruleFaults(rules);
    const [first] = faults;
    if (first !== undefined) {
      throw new ServiceError("PASSWORD_POLICY_INVALID", {
        target: first.target,
        message: `${first.target}: ${first.message}.`,
        details: faults.map((fault) => ({ ...fault, code: "PASSWORD_POLICY_INVALID" })),
      });
    }
    return context.store.save("passwordPolicies", {
      id: key,
      ...(description === undefined ? {} : { description }),
      ...rules,
    });
  },
});
