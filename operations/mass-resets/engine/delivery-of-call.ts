import { ServiceError } from "#domain/errors.ts";
import { type DeliveryWay, isOpenDelivery } from "#domain/mass-resets/password-delivery.ts";
import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, eq, gt } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Returns the facts of a delivery for policies; a missing one has none. */
export async function deliveryFacts(
  { store }: CallContext,
  { key }: { readonly key: string },
): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await store.get("passwordDeliveries", key)) };
}

/** Returns the condition on the deliveries that wait for a reader. */
export function waitingFor(userKey: string, now: number): Expression {
  return allOf(eq("userKey", userKey), eq("state", "waiting"), gt("expiresAt", now));
}

/**
 * Throws unless a delivery waits on a way for the user of this call.
 * @throws FORBIDDEN, DELIVERY_OVER
 */
export function requireWaiting(
  { caller, clock }: CallContext,
  delivery: Row<"passwordDeliveries">,
  way: DeliveryWay,
): void {
  if (delivery.userKey !== caller.key) throw new ServiceError("FORBIDDEN", { target: "key" });
  if (delivery.way !== way || !isOpenDelivery(delivery, clock.now()))
    throw new ServiceError("DELIVERY_OVER", { target: "key" });
}
