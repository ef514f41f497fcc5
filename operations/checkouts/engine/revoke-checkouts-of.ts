import { leavingPageMax } from "#domain/people-limits.ts";
import { allOf, eq, oneOf } from "#domain/query/condition.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { StepProgress } from "../../kernel/leaver-step.ts";
import { lockedCheckout } from "./checkout-facts.ts";
import { endCheckout } from "./end-checkout.ts";
import { tellRequest } from "./request-checkouts.ts";
import { withdraw } from "./withdraw-checkout.ts";

const reason = "Its holder leaves.";

/**
 * Revokes the check-outs of a person who leaves, in the current transaction: held ones, and those that wait for their turn. Those that are not
 * approved end with their requests.
 */
export async function revokeCheckoutsOf(context: CallContext, userKey: string): Promise<StepProgress> {
  const where = allOf(eq("userKey", userKey), oneOf("status", ["approved", "checkedOut"]));
  const found = await context.store.select("checkouts", { where, limit: leavingPageMax });
  for (const seen of found) {
    const { checkout, locked } = await lockedCheckout(context, seen.key, seen);
    if (checkout.status === "checkedOut") await endCheckout(context, checkout, locked, { status: "revoked", reason });
    else if (checkout.status === "approved")
      await tellRequest(context, await withdraw(context, checkout, reason, "revoked"));
  }
  return { items: found.length, more: found.length === leavingPageMax };
}
