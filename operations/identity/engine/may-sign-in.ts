import type { SessionGift } from "#domain/identity/session-gift.ts";
import { policyName } from "#domain/policy-name.ts";
import type { PolicyDecision } from "#policies/engine.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { contextOfUser, type PolicyUser } from "./context-of-user.ts";

/** Policies about sign-in, by its result. They are asked at the sign-in, and at each call that shows the result. */
export const signInPolicies = {
  tokens: policyName("/identity/connect/token", "post_create"),
  browserSession: policyName("/react/session", "post_create"),
  librarySession: policyName("/idapi/login", "post_create"),
  soapSession: policyName("/idapi/login", "post_create"),
} as const satisfies Record<SessionGift | "tokens", string>;

/** Result of a sign-in. */
export type SignInGift = keyof typeof signInPolicies;

/** Asks the policy about a user who is about to get tokens or a session; a null gift is allowed without a policy. */
export async function maySignIn(
  context: CallContext,
  user: PolicyUser,
  gift: SignInGift | null,
): Promise<PolicyDecision> {
  if (gift === null) return { allowed: true, reason: "nothing is decided" };
  const policy = signInPolicies[gift];
  const principal = await principalOf(await contextOfUser(context, user), policy);
  return context.policies.decide(policy, { principal, resource: {} });
}
