import { checkoutLookMs } from "#domain/checkout-limits.ts";
import { nextLook } from "#domain/checkouts/checkout-time.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Schedules the next check of a check-out in the current transaction, if it needs one. */
export async function noteMoment(
  { store, clock }: CallContext,
  checkout: Row<"checkouts">,
  policy: Row<"managedSystemPolicies"> | undefined,
): Promise<void> {
  const terms = policy ?? { checkoutMaxMinutes: 0, extensionsMax: 0, warnMinutes: 0 };
  const at = nextLook(checkout, terms, { now: clock.now(), lookMs: checkoutLookMs });
  if (at === undefined) await store.moments.clear(checkout.key);
  else await store.moments.set({ key: checkout.key, kind: "checkout", at });
}
