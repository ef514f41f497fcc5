import { endOf } from "#domain/checkouts/checkout-time.ts";
import { type MayOpen, mayOpen } from "#domain/checkouts/may-open.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { auditCheckout } from "./audit-checkout.ts";
import { type LockedAccount, openingFacts } from "./locked-account.ts";
import { noteMoment } from "./note-moment.ts";
import { mayHold } from "./rights-of.ts";

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
  const holder = await store.get("users", approved.userKey);
  const isEntitled = holder?.disabled === false && (await mayHold(context, approved));
  const said = mayOpen(openingFacts(locked, approved, { now, isEntitled }));
  if (said.may !== "open") {
    await noteMoment(context, approved, locked.policy);
    return { checkout: approved, said };
  }
  const { key, minutes, userKey, managedAccountKey } = approved;
  const checkout = await store.save("checkouts", {
    ...{ key, status: "checkedOut", checkedOutAt: now, expiresAt: endOf(minutes, now) },
    userVersion: holder?.tokenVersion ?? null,
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
