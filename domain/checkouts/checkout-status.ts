/** How far a check-out can come; the last five are ends. */
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

/** How far a check-out has come. */
export type CheckoutStatus = (typeof checkoutStatuses)[number];

/** How a check-out ends whose password was handed out. */
export type ReturnedStatus = "checkedIn" | "expired" | "revoked";

/** Those that wait for their turn or are under way. */
export const openCheckoutStatuses = [
  "requested",
  "approved",
  "checkedOut",
] as const satisfies readonly CheckoutStatus[];

/** Whether a check-out is over. */
export function isOverCheckout(status: CheckoutStatus): boolean {
  return !(openCheckoutStatuses as readonly CheckoutStatus[]).includes(status);
}
