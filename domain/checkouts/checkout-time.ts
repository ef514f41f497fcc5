import type { CheckoutStatus } from "./checkout-status.ts";

const minuteMs = 60_000;

/** What of a policy bounds the time of a check-out. */
export interface CheckoutTerms {
  readonly checkoutMaxMinutes: number;
  readonly extensionsMax: number;
  readonly warnMinutes: number;
}

/** What of a check-out says when it is to be looked at; moments in milliseconds UTC. */
export interface CheckoutTimes {
  readonly status: CheckoutStatus;
  readonly startAt: number | null;
  readonly expiresAt: number | null;
  readonly warnedAt: number | null;
  readonly awaitsChange: boolean;
}

/** When a check-out ends that begins now: its time counts from the moment in which it is handed out. */
export function endOf(minutes: number, now: number): number {
  return now + minutes * minuteMs;
}

/** When somebody is warned of the end of what they have; undefined where nobody is, or it was done. */
export function warningAt({ warnedAt, expiresAt }: CheckoutTimes, { warnMinutes }: CheckoutTerms): number | undefined {
  if (warnMinutes === 0 || warnedAt !== null || expiresAt === null) return undefined;
  return expiresAt - warnMinutes * minuteMs;
}

/** When a check-out is to be looked at next; undefined where nothing comes of itself. `lookMs` is the pause while it waits. */
export function nextLook(
  checkout: CheckoutTimes,
  terms: CheckoutTerms,
  { now, lookMs }: { readonly now: number; readonly lookMs: number },
): number | undefined {
  const { status, startAt, expiresAt, awaitsChange } = checkout;
  if (status === "approved") return Math.max(startAt ?? 0, now + lookMs);
  if (status === "checkedOut") return Math.min(warningAt(checkout, terms) ?? Infinity, expiresAt ?? now);
  return awaitsChange ? now + lookMs : undefined;
}

/** Why a check-out is not extended, with the way out; undefined where it is. */
export function refusedExtension(
  checkout: { readonly status: CheckoutStatus; readonly extensions: number; readonly breakGlass: boolean },
  minutes: number,
  { extensionsMax, checkoutMaxMinutes }: CheckoutTerms,
): string | undefined {
  if (checkout.status !== "checkedOut") return "Only what is checked out is extended. Ask for another check-out.";
  if (checkout.extensions >= extensionsMax)
    return `Its policy allows ${extensionsMax} extension(s). Return it and ask for another check-out.`;
  if (minutes > checkoutMaxMinutes)
    return `Its policy allows at most ${checkoutMaxMinutes} minutes at a time. Ask for fewer.`;
  return undefined;
}
