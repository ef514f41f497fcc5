import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

type Checkout = Row<"checkouts">;

/** Ends a check-out that was never handed out. */
export async function withdraw(
  { store, clock, caller }: CallContext,
  { key }: Pick<Checkout, "key">,
  endReason: string | null,
  status: "withdrawn" | "denied" | "revoked" = "withdrawn",
): Promise<Checkout> {
  const endedByKey = caller.kind === "user" ? caller.key : null;
  await store.moments.clear(key);
  return store.save("checkouts", { key, status, endedAt: clock.now(), endedByKey, endReason });
}

/** Ends the check-outs of a request that has ended without being performed. */
export async function withdrawOf(
  context: CallContext,
  requestKey: string,
  status: "withdrawn" | "denied",
): Promise<void> {
  const where = { requestKey };
  const waiting = (await context.store.select("checkouts", { where })).filter((one) =>
    ["requested", "approved"].includes(one.status),
  );
  for (const one of waiting) await withdraw(context, one, null, status);
}
