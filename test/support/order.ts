import type { Order, Outcome } from "#domain/order.ts";

/** An order with everything filled in, for tests that care for a part of it. */
export function orderOf(part: Partial<Order> & Pick<Order, "connector" | "address">): Order {
  return {
    operationKey: "00000000-0000-4000-8000-000000000001",
    requestId: "test",
    sends: 1,
    code: "ACUA",
    targetSystem: "TARGET",
    credentials: [{ role: "admin", login: "admin", secret: "admin-secret-value" }],
    object: { name: "ada", attributes: {} },
    attributes: {},
    deadlineMs: Date.now() + 20_000,
    ...part,
  };
}

/** The object an outcome tells of. */
export function madeBy(outcome: Outcome): NonNullable<Outcome["object"]> {
  if (outcome.object === undefined) throw new Error(`The outcome has no object: ${outcome.message}`);
  return outcome.object;
}
