import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";

/** Ends a locked grant now: its moment comes, and the service takes the access away. Returns the end. */
export async function endGrantNow(
  { store, clock }: Pick<CallContext, "store" | "clock">,
  { key, until }: Pick<Row<"grants">, "key" | "until">,
): Promise<number> {
  const now = clock.now();
  const end = Math.min(until ?? now, now);
  await store.save("grants", { key, until: end });
  return end;
}
