import { z } from "zod";

import { policyMaxCharacters } from "#domain/limits.ts";
import { lineDiff, type DiffLine } from "#domain/line-diff.ts";
import { policyOf } from "#domain/policy-name.ts";
import { compilePolicy } from "#policies/compile-policy.ts";
import type { Finding } from "#policies/expression.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfPolicy, requireVisible } from "./engine/policies-of-change.ts";
import { policyOfName } from "./engine/policy-of-name.ts";
import { storedPolicies } from "./engine/stored-policies.ts";

/** Faults and changes of a policy text before it is stored. */
export interface PolicyTextCheck {
  readonly faults: readonly Finding[];
  readonly changes: readonly DiffLine[];
}

/**
 * Checks a text as the policy of a name and stores nothing. Returns each fault with its place, and the difference from the active policy.
 * @throws POLICY_UNKNOWN
 */
export const checkPolicyText = defineOperation({
  name: "policies.check",
  kind: "read",
  input: z.strictObject({ key: z.string(), expression: z.string() }),
  callers: ["user"],
  policies: policiesOfPolicy(policyOf.action("policies/check")),
  audit: { operation: "READ", when: "refusalOnly", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, expression }): Promise<PolicyTextCheck> {
    const policy = policyOfName(key);
    await requireVisible(context, key);
    const check = compilePolicy({ ...policy, expression });
    const inForce = await expressionInForce(context, key);
    // A text that can never be stored needs no diff.
    const changes = expression.length > policyMaxCharacters ? [] : lineDiff(inForce, expression);
    return { faults: "findings" in check ? check.findings : [], changes };
  },
});

async function expressionInForce({ store }: CallContext, name: string): Promise<string> {
  const inForce = await storedPolicies(store);
  return inForce.find((policy) => policy.name === name)?.expression ?? "";
}
