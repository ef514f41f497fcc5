import type { SessionGift } from "#domain/identity/session-gift.ts";
import { policyName } from "#domain/policy-name.ts";
import type { PolicyDecision } from "#policies/engine.ts";

import type { CallContext } from "../../kernel/context.ts";
import { principalOf } from "../../kernel/principal.ts";
import { contextOfUser, type PolicyUser } from "./context-of-user.ts";

/** The policies that say who may be signed in, by what a sign-in gives: it is asked then, and at each call that shows what was given. */
export const signInPolicies = {
  tokens: policyName("/identity/connect/token", "post_create"),
  browserSession: policyName("/react/session", "post_create"),
  librarySession: policyName("/idapi/login", "post_create"),
  soapSession: policyName("/idapi/login", "post_create"),
} as const satisfies Record<SessionGift | "tokens", string>;

/** What a sign-in gives. */
export type SignInGift = keyof typeof signInPolicies;

/** Asks the policy about a user who is about to be given tokens or a session; null = nothing that a policy decides about. */
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
