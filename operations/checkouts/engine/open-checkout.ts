import { endOf } from "#domain/checkouts/checkout-time.ts";
import { type MayOpen, mayOpen } from "#domain/checkouts/may-open.ts";
import type { HolderFacts } from "#domain/checkouts/unfit-holder.ts";
import { isActing } from "#domain/identity/acting-users.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { mayHold } from "../../secret-ways/rights-of.ts";
import { auditCheckout } from "./audit-checkout.ts";
import { type LockedAccount, openingFacts } from "./locked-account.ts";
import { noteMoment } from "./note-moment.ts";

type Checkout = Row<"checkouts">;

/** Result of trying to open a check-out. */
export interface Opening {
  readonly checkout: Checkout;
  readonly said: MayOpen;
}

/**
 * Opens an approved check-out whose locked account allows it now, which hands the password out; else it keeps waiting. A check-out that can
 * never open is left to the caller.
 */
export async function openCheckout(context: CallContext, approved: Checkout, locked: LockedAccount): Promise<Opening> {
  const holder = await context.store.get("users", approved.userKey);
  const hasRight = await mayHold(context, approved);
  const said = mayOpen(
    openingFacts(locked, approved, { now: context.clock.now(), holder: factsOf(context, holder, hasRight) }),
  );
  if (said.may !== "open") {
    await noteMoment(context, approved, locked.policy);
    return { checkout: approved, said };
  }
  const checkout = await context.store.save("checkouts", { key: approved.key, ...outNow(context, approved, holder) });
  await tellOpened(context, checkout, locked);
  return { checkout, said };
}

/** A new check-out, whose user's permission was checked in this transaction. */
export type NewCheckout = Omit<Save<"checkouts">, "status"> &
  Pick<Checkout, "key" | "policyId" | "userKey" | "minutes" | "startAt">;

/**
 * Adds a check-out of a locked account that needs no approval: its password is handed out at once, or at its start. If it would have to
 * wait for anything else, or can never open, nothing is added.
 */
export async function addApproved(
  context: CallContext,
  locked: LockedAccount,
  made: NewCheckout,
): Promise<{ readonly checkout: Checkout | undefined; readonly said: MayOpen }> {
  const { store } = context;
  const holder = await store.get("users", made.userKey);
  const said = mayOpen(
    openingFacts(locked, made, { now: context.clock.now(), holder: factsOf(context, holder, true) }),
  );
  if (said.may === "open") {
    const checkout = await store.add("checkouts", { ...made, ...outNow(context, made, holder) });
    await tellOpened(context, checkout, locked);
    return { checkout, said };
  }
  if (said.may === "never" || said.why !== "start") return { checkout: undefined, said };
  const checkout = await store.add("checkouts", { ...made, status: "approved" });
  await noteMoment(context, checkout, locked.policy);
  return { checkout, said };
}

const factsOf = ({ clock }: CallContext, holder: Row<"users"> | undefined, hasRight: boolean): HolderFacts => {
  return { isDisabled: holder === undefined || !isActing(holder, clock.now()), hasRight };
};

function outNow({ clock }: CallContext, { minutes }: Pick<Checkout, "minutes">, holder: Row<"users"> | undefined) {
  const now = clock.now();
  const status = "checkedOut" as const;
  return { status, checkedOutAt: now, expiresAt: endOf(minutes, now), userVersion: holder?.tokenVersion ?? null };
}

async function tellOpened(context: CallContext, checkout: Checkout, { policy }: LockedAccount): Promise<void> {
  const { key, minutes, userKey, managedAccountKey, requestKey, breakGlass, reason } = checkout;
  await noteMoment(context, checkout, policy);
  const words = `${minutes} minute(s)${breakGlass ? ", in an emergency" : ""}: ${reason}`;
  await auditCheckout(context, checkout, { operation: "CHKO", message: words });
  if (requestKey === null && context.caller.key === userKey) return;
  const facts = { managedAccountKey, checkoutKey: key, minutes };
  notice(context, "checkedOut", { requestKey, to: [userKey], facts });
}
