import type { PolicyRules } from "#domain/passwords/password-rules.ts";
import { strictest } from "#domain/passwords/strictest.ts";

import type { ServiceContext } from "../kernel/context.ts";
import { policiesOfAccount } from "./password-policies-of.ts";

/**
 * Returns the rules for passwords of accounts on a target system: the strictest of the password policy of its target group and of those of the
 * classes of the owner. Returns undefined if there is no such target system.
 */
export async function targetPasswordRules(
  context: Pick<ServiceContext, "store">,
  targetSystemKey: string,
  userKey: string | null,
): Promise<PolicyRules | undefined> {
  const policies = await policiesOfAccount(context, targetSystemKey, userKey);
  return policies && strictest(policies.map(({ rules }) => rules));
}
