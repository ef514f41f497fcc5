import { z } from "zod";

import { checkoutMinutesMax, checkoutReasonMaxCharacters } from "#domain/checkout-limits.ts";
import { isOverCheckout } from "#domain/checkouts/checkout-status.ts";
import { refusedExtension } from "#domain/checkouts/checkout-time.ts";
import { ServiceError } from "#domain/errors.ts";
import { allOf, eq, ne, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { auditCheckout } from "./engine/audit-checkout.ts";
import { lockedCheckout, type LockedCheckout, policiesOfCheckout } from "./engine/checkout-facts.ts";
import { endCheckout } from "./engine/end-checkout.ts";
import { noteMoment } from "./engine/note-moment.ts";
import { tellRequest } from "./engine/request-checkouts.ts";
import { withdraw } from "./engine/withdraw-checkout.ts";

type Checkout = Row<"checkouts">;

const reason = filledText(checkoutReasonMaxCharacters);
const callers = ["user", "engine"] as const;
const isOpen = oneOf("status", ["approved", "checkedOut"]);
const describe = ({ key }: { readonly key: string }, output?: Checkout) => ({
  ident: output?.managedAccountKey ?? null,
  batchId: key,
});

/**
 * Checks in before the end; a check-out that still waits is withdrawn. The password is changed if its policy wants that, and no one gets it
 * before the change is confirmed.
 * @throws NOT_FOUND, FORBIDDEN, CHECKOUT_NOT_OUT
 */
export const checkInCheckout = defineOperation({
  name: "checkouts.checkIn",
  input: z.strictObject({ key: keyInput }),
  callers,
  policies: policiesOfCheckout("checkIn"),
  offered: ({ policy }) => allOf(policy, isOpen),
  audit: { operation: "CHRT", describe },
  async run(context, { key }): Promise<Checkout> {
    const { checkout, locked } = await visible(context, key);
    if (checkout.status === "checkedOut")
      return endCheckout(context, checkout, locked, { status: "checkedIn", reason: null });
    if (checkout.status !== "approved") throw new ServiceError("CHECKOUT_NOT_OUT", { target: "key" });
    return given(context, await withdraw(context, checkout, null));
  },
});

/**
 * Revokes a check-out that is held or waits; its holder is notified of the reason.
 * @throws NOT_FOUND, FORBIDDEN, CHECKOUT_NOT_OUT
 */
export const revokeCheckout = defineOperation({
  name: "checkouts.revoke",
  input: z.strictObject({ key: keyInput, reason }),
  callers,
  policies: policiesOfCheckout("revoke"),
  offered: ({ policy }) => allOf(policy, isOpen),
  audit: { operation: "CHRV", describe },
  async run(context, { key, reason: words }): Promise<Checkout> {
    const { checkout, locked } = await visible(context, key);
    if (checkout.status === "checkedOut")
      return endCheckout(context, checkout, locked, { status: "revoked", reason: words });
    if (checkout.status !== "approved") throw new ServiceError("CHECKOUT_NOT_OUT", { target: "key" });
    return given(context, await withdraw(context, checkout, words, "revoked"));
  },
});

/**
 * Extends a check-out, as often and as long as its policy allows.
 * @throws NOT_FOUND, FORBIDDEN, CHECKOUT_EXTENSION
 */
export const extendCheckout = defineOperation({
  name: "checkouts.extend",
  input: z.strictObject({ key: keyInput, minutes: z.int().min(1).max(checkoutMinutesMax), reason }),
  callers,
  policies: policiesOfCheckout("extend"),
  offered: ({ policy }) => allOf(policy, eq("status", "checkedOut")),
  audit: { operation: "CHEX", describe },
  async run(context, { key, minutes, reason: words }): Promise<Checkout> {
    const { store, clock } = context;
    const { checkout, locked } = await visible(context, key);
    const { status, expiresAt, extensions } = checkout;
    const isOver = expiresAt === null || expiresAt <= clock.now();
    const message =
      locked.policy && refusedExtension({ ...checkout, status: isOver ? "expired" : status }, minutes, locked.policy);
    if (!locked.policy || message !== undefined)
      throw new ServiceError("CHECKOUT_EXTENSION", { target: "key", message });
    const more = { expiresAt: (expiresAt ?? 0) + minutes * 60_000, extensions: extensions + 1, warnedAt: null };
    const extended = await store.save("checkouts", { key, ...more });
    await noteMoment(context, extended, locked.policy);
    await auditCheckout(context, extended, { operation: "CHKO", message: `${minutes} minute(s) more: ${words}` });
    return extended;
  },
});

/**
 * Records the review of an ended emergency access; neither of the two users who took part can review it.
 * @throws NOT_FOUND, FORBIDDEN, CHECKOUT_NOT_REVIEWED, CHECKOUT_OWN_REVIEW
 */
export const reviewCheckout = defineOperation({
  name: "checkouts.review",
  input: z.strictObject({ key: keyInput, review: reason }),
  callers: ["user"],
  policies: policiesOfCheckout("review"),
  offered: ({ policy, userKey }) =>
    allOf(policy, eq("breakGlass", true), ne("endedAt", null), eq("reviewedAt", null), ne("userKey", userKey)),
  audit: { operation: "CHRW", describe },
  async run(context, { key, review }): Promise<Checkout> {
    const { store, clock, caller } = context;
    const { checkout } = await visible(context, key);
    const { breakGlass, status, reviewedAt, userKey, vouchedByKey } = checkout;
    if (!breakGlass || !isOverCheckout(status) || reviewedAt !== null)
      throw new ServiceError("CHECKOUT_NOT_REVIEWED", { target: "key" });
    if (caller.key === userKey || caller.key === vouchedByKey)
      throw new ServiceError("CHECKOUT_OWN_REVIEW", { target: "key" });
    return store.save("checkouts", { key, review, reviewedAt: clock.now(), reviewedByKey: caller.key });
  },
});

/** Returns the check-out of a key if the caller may see it, locked behind its request and its account. */
async function visible(context: CallContext, key: string): Promise<LockedCheckout> {
  // Checked first, so that no one locks a check-out that they may not see.
  return lockedCheckout(context, key, await visibleRow(context, { table: "checkouts", key }));
}

async function given(context: CallContext, withdrawn: Checkout): Promise<Checkout> {
  await tellRequest(context, withdrawn);
  return withdrawn;
}
