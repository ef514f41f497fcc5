import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { lockedRow } from "../../kernel/rows/locked-row.ts";

/**
 * The webhook that a call is about, where its caller may see it. Its progress is locked first, as by everybody who moves it on.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function webhookOfCall(context: CallContext, key: string): Promise<Row<"webhooks">> {
  await context.store.lock("webhookProgress", key);
  return lockedRow(context, { table: "webhooks", key });
}

/** The first delivery that waits for a webhook: the others stand behind it. */
export async function firstWaiting(store: Store, webhookKey: string): Promise<Row<"webhookDeliveries"> | undefined> {
  const where = { webhookKey, state: "waiting" } as const;
  const [first] = await store.select("webhookDeliveries", { where, orderBy: [["position", "asc"]], limit: 1 });
  return first;
}
