import type { Order } from "#domain/requests/order.ts";
import { vaultOrderLateMs } from "#domain/vault-run-limits.ts";

/** When a call for orders was made and answered, by the clock of this machine. */
export interface CallMoments {
  readonly askedAt: number;
  readonly receivedAt: number;
}

/**
 * An order with its deadline by the clock of this machine, however far that is from the service's: what was left when it was handed out
 * is left when it comes. However long its answer was on its way, it is not performed when the service counts with it no more.
 */
export function byOwnClock(order: Order, { askedAt, receivedAt }: CallMoments): Order {
  const { leftMs } = order;
  if (leftMs === undefined) return order;
  return { ...order, deadlineMs: Math.min(receivedAt + leftMs, askedAt + vaultOrderLateMs) };
}
