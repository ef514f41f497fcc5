import { z } from "zod";

import { checkoutChangeAgainMs } from "#domain/checkout-limits.ts";
import { warningAt } from "#domain/checkouts/checkout-time.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { notice } from "../notices/engine/notice.ts";
import { changeAfter } from "./engine/change-after.ts";
import { lockedCheckout, type LockedCheckout } from "./engine/checkout-facts.ts";
import { endCheckout } from "./engine/end-checkout.ts";
import { noteMoment } from "./engine/note-moment.ts";
import { openCheckout } from "./engine/open-checkout.ts";
import { tellRequest } from "./engine/request-checkouts.ts";
import { withdraw } from "./engine/withdraw-checkout.ts";

type Checkout = Row<"checkouts">;

const dayMs = 86_400_000;

/**
 * Handles the due moment of a check-out, which this process has leased: its turn has come, its holder is warned, its time is over, or the
 * change of its password is checked. Not handled if another process has done it.
 */
export const handleCheckoutMoment = defineOperation({
  name: "checkouts.handleMoment",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "CHMO", when: "never" },
  async run(context, { key }): Promise<{ handled: boolean }> {
    const held = await lockedCheckout(context, key);
    if (!(await context.store.moments.take(key))) return { handled: false };
    const { status, awaitsChange } = held.checkout;
    if (status === "approved") await tryToOpen(context, held);
    else if (status === "checkedOut") await endOrWarn(context, held);
    else if (awaitsChange) await changeAgain(context, held);
    return { handled: true };
  },
});

async function tryToOpen(context: CallContext, { checkout, locked }: LockedCheckout): Promise<void> {
  const { clock, settings } = context;
  const waitsSince = Math.max(checkout.approvedAt ?? checkout.requestedAt, checkout.startAt ?? 0);
  if (clock.now() >= waitsSince + settings.requestLifeDays * dayMs)
    return over(context, checkout, "Its turn did not come in time.");
  const { checkout: opened, said } = await openCheckout(context, checkout, locked);
  if (said.may === "open") return tellRequest(context, opened);
  if (said.may === "never") return over(context, checkout, said.message);
}

async function over(context: CallContext, checkout: Checkout, words: string): Promise<void> {
  await tellRequest(context, await withdraw(context, checkout, words));
}

async function endOrWarn(context: CallContext, { checkout, locked }: LockedCheckout): Promise<void> {
  const { store, clock } = context;
  const now = clock.now();
  const { key, expiresAt, requestKey, userKey, managedAccountKey } = checkout;
  if (expiresAt === null || expiresAt <= now) {
    await endCheckout(context, checkout, locked, { status: "expired", reason: null });
    return;
  }
  const warnAt = locked.policy && warningAt(checkout, locked.policy);
  if (warnAt === undefined || warnAt > now) return noteMoment(context, checkout, locked.policy);
  const minutes = Math.max(1, Math.round((expiresAt - now) / 60_000));
  notice(context, "checkoutEnding", {
    requestKey,
    to: [userKey],
    facts: { managedAccountKey, checkoutKey: key, minutes },
  });
  await noteMoment(context, await store.save("checkouts", { key, warnedAt: now }), locked.policy);
}

/** Requests a failed change again, until the password is changed. */
async function changeAgain(context: CallContext, { locked }: LockedCheckout): Promise<void> {
  const { unchanged, policy } = locked;
  if (!(await hasJustFailed(context, unchanged))) await changeAfter(context, locked);
  for (const checkout of unchanged) await noteMoment(context, checkout, policy);
}

async function hasJustFailed({ store, clock }: CallContext, unchanged: readonly Checkout[]): Promise<boolean> {
  for (const { runKey } of unchanged) {
    const endedAt = runKey === null ? null : ((await store.get("runs", runKey))?.endedAt ?? null);
    if (endedAt !== null && endedAt + checkoutChangeAgainMs > clock.now()) return true;
  }
  return false;
}
