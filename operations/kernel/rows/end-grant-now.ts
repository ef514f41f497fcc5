import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/**
 * Sets the end of locked access to now, in the current transaction, unless its time is over already: the service then takes it away, where no
 * other grant gives the same. Returns the end.
 */
export async function endGrantNow(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  { key, until: end }: Pick<Row<"grants">, "key" | "until">,
): Promise<number> {
  const now = clock.now();
  const until = Math.min(end ?? now, now);
  await store.save("grants", { key, until });
  return until;
}
