import type { Order } from "#domain/requests/order.ts";
import { vaultOrderLateMs } from "#domain/vault-run-limits.ts";

/** Times at which a call for orders was made and answered, by the clock of this machine. */
export interface CallMoments {
  readonly askedAt: number;
  readonly receivedAt: number;
}

/**
 * Returns an order with its deadline by the clock of this machine, independent of the service's clock: the time left at the hand-out is the
 * time left at the arrival. An answer that was long on its way does not move the deadline past the time until which the service counts with
 * the order.
 */
export function byOwnClock(order: Order, { askedAt, receivedAt }: CallMoments): Order {
  const { leftMs } = order;
  if (leftMs === undefined) return order;
  return { ...order, deadlineMs: Math.min(receivedAt + leftMs, askedAt + vaultOrderLateMs) };
}
