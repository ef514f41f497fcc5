import type { CheckoutStatus } from "./checkout-status.ts";

const minuteMs = 60_000;

/** Limits of a policy on the time of a check-out. */
export interface CheckoutTerms {
  readonly checkoutMaxMinutes: number;
  readonly extensionsMax: number;
  readonly warnMinutes: number;
}

/** Fields of a check-out that decide its next check; moments in milliseconds UTC. */
export interface CheckoutTimes {
  readonly status: CheckoutStatus;
  readonly startAt: number | null;
  readonly expiresAt: number | null;
  readonly warnedAt: number | null;
  readonly awaitsChange: boolean;
}

/** Returns the end of a check-out that begins now: its time counts from the hand-out of the password. */
export function endOf(minutes: number, now: number): number {
  return now + minutes * minuteMs;
}

/** Returns the time of the warning before the end; undefined if no one is warned, or the warning was sent. */
export function warningAt({ warnedAt, expiresAt }: CheckoutTimes, { warnMinutes }: CheckoutTerms): number | undefined {
  if (warnMinutes === 0 || warnedAt !== null || expiresAt === null) return undefined;
  return expiresAt - warnMinutes * minuteMs;
}

/** Returns the time of the next check of a check-out; undefined if nothing happens by itself. `lookMs` is the pause while it waits. */
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

/** Returns the reason why a check-out is not extended, with the way out; undefined if it is. */
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
