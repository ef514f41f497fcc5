import type { Expression } from "../query/bound-query.ts";
import { isCaller } from "../query/caller.ts";
import { allOf, eq, ne, oneOf, related } from "../query/condition.ts";
import { historicalPolicyId } from "../vault/historical-policy.ts";
import { type CheckoutRight, holdingRights } from "./checkout-rights.ts";

/** Matches managed accounts under whose policy the caller has one of these rights. */
export function callerHas(...rights: readonly CheckoutRight[]): Expression {
  return related("rights", allOf(oneOf("right", rights), related("members", isCaller("userKey"))));
}

/** Matches managed accounts whose password the caller may have: with or without approval, or by emergency access. */
export const mayBorrow: Expression = allOf(
  callerHas(...holdingRights),
  ne("policyId", historicalPolicyId),
  eq("disabledReason", null),
);
