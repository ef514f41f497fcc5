import { checkoutToldMax } from "#domain/checkout-limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { overseersOf } from "../../secret-ways/overseers-of.ts";
import { auditCheckout } from "./audit-checkout.ts";

/**
 * Raises the alarm about an emergency access, in its transaction: notifies the persons responsible for the account, the audit, the log, and
 * by the row the webhooks.
 */
export async function tellEmergency(context: CallContext, checkout: Row<"checkouts">): Promise<void> {
  const { key, managedAccountKey, userKey, vouchedByKey, policyId, reason } = checkout;
  const to = await overseersOf(context, policyId, [userKey]);
  const facts = { managedAccountKey, checkoutKey: key, holderKey: userKey, voucherKey: vouchedByKey ?? "" };
  notice(context, "emergency", { requestKey: null, to: to.slice(0, checkoutToldMax), facts });
  await auditCheckout(context, checkout, { operation: "CHBG", message: reason });
  context.log.error(
    { checkoutKey: key, managedAccountKey, userKey },
    "A privileged password is taken in an emergency.",
  );
}
