import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { policiesInvalid } from "#policies/compile-policies.ts";
import { compilePolicy } from "#policies/compile-policy.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { requireRow } from "../kernel/rows/require-row.ts";
import { changeFields, changePolicy, takeInPolicies } from "./engine/change-policy.ts";
import { policiesOfPolicy, requireVisible } from "./engine/policies-of-change.ts";
import { policyOfName } from "./engine/policy-of-name.ts";

/**
 * Stores a policy, which replaces the default of its name. Without an expression the stored one stays and only `enabled` changes; with null
 * the stored one is deleted. A policy that breaks a rule is refused. So is one that takes the permission to change policies from its
 * caller, unless `force` is set.
 * @throws POLICY_UNKNOWN, POLICY_INVALID, POLICY_NOT_STORED, VERSION_MISMATCH, POLICY_LOCKS_OUT
 */
export const setPolicy = defineOperation({
  name: "policies.set",
  input: z.strictObject({
    key: z.string(),
    expression: z.string().nullish(),
    enabled: z.boolean().optional(),
    ...changeFields,
  }),
  callers: ["user", "engine"],
  policies: policiesOfPolicy(policyOf.update("policies")),
  audit: { operation: "PLCS", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, expression, enabled: wish, ...change }): Promise<Row<"policies">> {
    const { name } = policyOfName(key);
    await requireVisible(context, name);
    const row = await context.store.get("policies", name);
    const { expression: stored, enabled: isEnabled } = row ?? { expression: null, enabled: true };
    const wanted = expression === undefined ? stored : expression;
    if (wanted === null && stored === null) throw new ServiceError("POLICY_NOT_STORED", { target: "expression" });
    if (wanted !== null) checkPolicy(name, wanted);
    const enabled = wish ?? isEnabled;
    const action = wanted === null ? "reset" : "set";
    await changePolicy(context, { name, action, expression: wanted, enabled, ...change });
    return requireRow(context, "policies", name);
  },
  settle: takeInPolicies,
});

/**
 * Checks an expression as the policy of a name.
 * @throws POLICY_UNKNOWN, POLICY_INVALID
 */
export function checkPolicy(name: string, expression: string): void {
  const check = compilePolicy({ ...policyOfName(name), expression });
  if ("findings" in check) throw policiesInvalid(new Map([[name, check.findings]]));
}
