import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";
import type { Explanation } from "#policies/explain.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { namedUser } from "../kernel/named-user.ts";
import { policiesOfPolicy, requireVisible } from "./engine/policies-of-change.ts";
import { policyOfName } from "./engine/policy-of-name.ts";
import { principalsOf } from "./engine/principals.ts";

/** Decision of a policy about a user, with its explanation. */
export interface PolicyExplanation extends Explanation {
  readonly name: string;
  readonly userId: string;
}

/**
 * Explains the decision of a policy about a user, and a resource if one is given: the truth value of every part.
 * @throws POLICY_UNKNOWN, POLICY_INVALID if it is broken, NOT_FOUND for an unknown user
 */
export const explainPolicy = defineOperation({
  name: "policies.explain",
  kind: "read",
  input: z.strictObject({
    key: z.string(),
    userId: z.string(),
    resource: z.record(z.string(), z.unknown()).nullish(),
  }),
  callers: ["user", "engine"],
  policies: policiesOfPolicy(policyOf.action("policies/explain")),
  audit: {
    operation: "READ",
    when: "refusalOnly",
    describe: ({ key, userId }) => ({ ident: key, recipient: userId }),
  },
  async run(context, { key, userId, resource }): Promise<PolicyExplanation> {
    const { name } = policyOfName(key);
    await requireVisible(context, name);
    const principal = await principalOfId(context, userId);
    const question = resource === undefined || resource === null ? { principal } : { principal, resource };
    const explanation = context.policies.explain(name, question);
    if (explanation === undefined) {
      const message = `The policy '${name}' denies everybody, for ${context.policies.fault(name) ?? ""}`;
      throw new ServiceError("POLICY_INVALID", { target: "name", message });
    }
    return { name, userId, ...explanation };
  },
});

async function principalOfId(context: CallContext, userId: string) {
  const user = await namedUser(context, userId);
  const [principal] = await principalsOf(context.store, user === undefined ? [] : [user]);
  if (principal === undefined) {
    throw new ServiceError("NOT_FOUND", { target: "userId", message: `No user has the id '${userId}'.` });
  }
  return principal;
}
