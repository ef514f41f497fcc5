import { holdingRights } from "#domain/checkouts/checkout-rights.ts";
import { endOf } from "#domain/checkouts/checkout-time.ts";
import { type MayOpen, mayOpen } from "#domain/checkouts/may-open.ts";
import type { HolderFacts } from "#domain/checkouts/unfit-holder.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { auditCheckout } from "./audit-checkout.ts";
import { type LockedAccount, openingFacts } from "./locked-account.ts";
import { noteMoment } from "./note-moment.ts";
import { rightsOf } from "./rights-of.ts";

type Checkout = Row<"checkouts">;

/** What became of a check-out whose turn may have come. */
export interface Opening {
  readonly checkout: Checkout;
  readonly said: MayOpen;
}

/**
 * Hands a password out for an approved check-out whose account is locked, where it may have it now; else it goes on waiting. What can
 * never come is left to the caller.
 */
export async function openCheckout(context: CallContext, approved: Checkout, locked: LockedAccount): Promise<Opening> {
  const { store, clock } = context;
  const now = clock.now();
  const user = await store.get("users", approved.userKey);
  const said = mayOpen(openingFacts(locked, approved, { holder: await holderFacts(context, approved, user), now }));
  if (said.may !== "open") {
    await noteMoment(context, approved, locked.policy);
    return { checkout: approved, said };
  }
  const { key, minutes, userKey, managedAccountKey } = approved;
  const checkout = await store.save("checkouts", {
    ...{ key, status: "checkedOut", checkedOutAt: now, expiresAt: endOf(minutes, now) },
    userVersion: user?.tokenVersion ?? null,
  });
  await noteMoment(context, checkout, locked.policy);
  const words = `${minutes} minute(s)${approved.breakGlass ? ", in an emergency" : ""}: ${approved.reason}`;
  await auditCheckout(context, checkout, { operation: "CHKO", message: words });
  if (checkout.requestKey !== null || context.caller.key !== userKey)
    notice(context, "checkedOut", {
      requestKey: checkout.requestKey,
      to: [userKey],
      facts: { managedAccountKey, checkoutKey: key, minutes },
    });
  return { checkout, said };
}

/** Whoever was shut out since they asked gets nothing, not for a moment. */
async function holderFacts(
  context: CallContext,
  { policyId, userKey }: Checkout,
  user: Row<"users"> | undefined,
): Promise<HolderFacts> {
  const rights = await rightsOf(context, policyId, userKey);
  return { isDisabled: user?.disabled !== false, hasRight: holdingRights.some((right) => rights.has(right)) };
}
