import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import { policiesInvalid } from "#policies/compile-policies.ts";
import { compilePolicy } from "#policies/compile-policy.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { versionFields } from "../versions.ts";
import { changePolicy, takeInPolicies } from "./engine/change-policy.ts";
import { policyOfName } from "./engine/policy-of-name.ts";

/**
 * Stores a policy in the place of the default of its name; without an expression the stored one stays and only `enabled`
 * changes. A policy that breaks a rule is refused.
 * @throws POLICY_UNKNOWN, POLICY_INVALID, POLICY_NOT_STORED, VERSION_MISMATCH
 */
export const setPolicy = defineOperation({
  name: "policies.set",
  input: z.strictObject({
    name: z.string(),
    ...versionFields,
    expression: z.string().optional(),
    enabled: z.boolean().default(true),
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("policies") }, { name: policyOf.update("policies") }],
  audit: { operation: "PLCS", describe: ({ name }) => ({ ident: name }) },
  async run(context, { name, expression, enabled, comment = null, expectedNumber }): Promise<Row<"policyVersions">> {
    const wanted = expression ?? (await storedExpression(context, name));
    checkPolicy(name, wanted);
    return changePolicy(context, { name, action: "set", expression: wanted, enabled, comment, expectedNumber });
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

async function storedExpression({ store }: CallContext, name: string): Promise<string> {
  const stored = await store.get("policies", policyOfName(name).name);
  if (stored === undefined) throw new ServiceError("POLICY_NOT_STORED", { target: "expression" });
  return stored.expression;
}
