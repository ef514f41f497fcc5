import type { CheckoutRight } from "#domain/checkouts/checkout-rights.ts";

import type { CallContext } from "../../context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { overseersOf } from "./overseers-of.ts";

/** A right to the passwords of the accounts under a policy. */
export interface GivenRight {
  readonly policyId: string;
  readonly right: CheckoutRight;
}

/** Tells those who answer for the accounts under a policy that the caller has given a right to their passwords to themselves. */
export async function tellRightGiven(context: CallContext, { policyId, right }: GivenRight): Promise<void> {
  const giverKey = context.caller.key ?? "";
  notice(context, "rightGiven", {
    requestKey: null,
    to: await overseersOf(context, policyId, [giverKey]),
    facts: { giverKey, right },
  });
}

/** Does so for every right that goes with a user class which the caller has entered by their own hand. */
export async function tellRightsOfClass(context: CallContext, userClassId: string): Promise<void> {
  for (const given of await context.store.select("checkoutRights", { where: { userClassId } }))
    await tellRightGiven(context, given);
}
