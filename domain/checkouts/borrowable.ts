import type { Expression } from "../query/bound-query.ts";
import { isCaller } from "../query/caller.ts";
import { allOf, eq, ne, oneOf, related } from "../query/condition.ts";
import { historicalPolicyId } from "../vault/historical-policy.ts";
import { type CheckoutRight, holdingRights } from "./checkout-rights.ts";

/** Managed accounts under whose policy who calls has one of these rights. */
export function callerHas(...rights: readonly CheckoutRight[]): Expression {
  return related("rights", allOf(oneOf("right", rights), related("members", isCaller("userKey"))));
}

/** Managed accounts whose password who calls may have, by asking others or without, or in an emergency. */
export const mayBorrow: Expression = allOf(
  callerHas(...holdingRights),
  ne("policyId", historicalPolicyId),
  eq("disabledReason", null),
);
