import type { SessionGift } from "#domain/identity/session-gift.ts";
import { classesOf } from "#domain/identity/user-classes.ts";
import { policyName } from "#domain/policy-name.ts";
import type { PolicyDecision } from "#policies/engine.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { principalOf } from "../../principal.ts";

/** The policies that say who may be signed in, by what a sign-in gives: it is asked then, and at each call that shows what was given. */
export const signInPolicies = {
  tokens: policyName("/identity/connect/token", "post_create"),
  browserSession: policyName("/react/session", "post_create"),
  librarySession: policyName("/idapi/login", "post_create"),
} as const satisfies Record<SessionGift | "tokens", string>;

/** What a sign-in gives. */
export type SignInGift = keyof typeof signInPolicies;

/** Asks the policy about a user who is about to be given tokens or a session; null = nothing that a policy decides about. */
export async function maySignIn(
  context: CallContext,
  { key, id, superuser }: Pick<Row<"users">, "key" | "id" | "superuser">,
  gift: SignInGift | null,
): Promise<PolicyDecision> {
  if (gift === null) return { allowed: true, reason: "nothing is decided" };
  const policy = signInPolicies[gift];
  const members = await context.store.select("userClassMembers", { where: { userKey: key } });
  const classes = classesOf(members);
  const caller = { ...context.caller, kind: "user" as const, key, id, superuser, classes };
  const principal = await principalOf({ ...context, caller }, policy);
  return context.policies.decide(policy, { principal, resource: {} });
}
