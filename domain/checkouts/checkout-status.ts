/** Statuses of a check-out; the last five are final. */
export const checkoutStatuses = [
  "requested",
  "approved",
  "checkedOut",
  "checkedIn",
  "expired",
  "revoked",
  "denied",
  "withdrawn",
] as const;

/** Status of a check-out. */
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** Final status of a check-out whose password was handed out. */
export type ReturnedStatus = "checkedIn" | "expired" | "revoked";

/** Statuses of check-outs that wait for their turn or are in progress. */
export const openCheckoutStatuses = [
  "requested",
  "approved",
  "checkedOut",
] as const satisfies readonly CheckoutStatus[];

/** Returns true if a check-out has ended. */
export function isOverCheckout(status: CheckoutStatus): boolean {
  return !(openCheckoutStatuses as readonly CheckoutStatus[]).includes(status);
}
