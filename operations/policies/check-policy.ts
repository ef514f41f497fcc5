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

/** What there is to say of a text before it is stored. */
export interface PolicyTextCheck {
  readonly faults: readonly Finding[];
  readonly changes: readonly DiffLine[];
}

/**
 * Says what is wrong with a text as the policy of a name, each fault with its place, and how it differs from what is in force; stores
 * nothing.
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
    // Of what can never be stored nobody wants to know more.
    const changes = expression.length > policyMaxCharacters ? [] : lineDiff(inForce, expression);
    return { faults: "findings" in check ? check.findings : [], changes };
  },
});

async function expressionInForce({ store }: CallContext, name: string): Promise<string> {
  const inForce = await storedPolicies(store);
  return inForce.find((policy) => policy.name === name)?.expression ?? "";
}
