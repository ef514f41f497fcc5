import { checkoutReasonMaxCharacters } from "#domain/checkout-limits.ts";
import type { ReturnedStatus } from "#domain/checkouts/checkout-status.ts";
import { keysKnownNow } from "#domain/checkouts/known-password.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { auditCheckout } from "./audit-checkout.ts";
import { changeAfter, isChangedAfter } from "./change-after.ts";
import type { LockedAccount } from "./locked-account.ts";
import { noteMoment } from "./note-moment.ts";

type Checkout = Row<"checkouts">;

/** End of a check-out. */
export interface CheckoutEnd {
  readonly status: ReturnedStatus;
  /** Reason in words; null if it needs none. */
  readonly reason: string | null;
}

/**
 * Ends a check-out of a locked account, in the current transaction. It records the entries that its holder may know; once no one holds the
 * password, its change is requested. Until that is confirmed no one else gets the password.
 */
export async function endCheckout(
  context: CallContext,
  { key, userKey, requestKey, managedAccountKey, knownKeys }: Checkout,
  locked: LockedAccount,
  { status, reason }: CheckoutEnd,
): Promise<Checkout> {
  const { store, clock, caller } = context;
  const ended = await store.save("checkouts", {
    key,
    status,
    endedAt: clock.now(),
    endedByKey: caller.kind === "user" ? caller.key : null,
    endReason: reason?.slice(0, checkoutReasonMaxCharacters) ?? null,
    knownKeys: [...keysKnownNow(knownKeys, locked.tree)],
    awaitsChange: isChangedAfter(locked.policy),
  });
  const words = reason === null ? status : `${status}: ${reason}`;
  await auditCheckout(context, ended, { operation: "CHKI", message: words });
  if (caller.key !== userKey)
    notice(context, "checkoutEnded", {
      requestKey,
      to: [userKey],
      facts: {
        managedAccountKey,
        checkoutKey: key,
        how: status,
      },
    });
  const unchanged = ended.awaitsChange ? [...locked.unchanged, ended] : locked.unchanged;
  await changeAfter(context, { ...locked, holders: locked.holders - 1, unchanged });
  await noteMoment(context, ended, locked.policy);
  return ended;
}
