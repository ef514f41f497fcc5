import type { Store } from "#store/store.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { lockedRow } from "../../kernel/rows/locked-row.ts";

/**
 * Returns the webhook of a call, if its caller may see it. Its progress is locked first, as by everyone who changes it.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function webhookOfCall(context: CallContext, key: string): Promise<Row<"webhooks">> {
  await context.store.lock("webhookProgress", key);
  return lockedRow(context, { table: "webhooks", key });
}

/** Returns the first waiting delivery of a webhook: the others come after it. */
export async function firstWaiting(store: Store, webhookKey: string): Promise<Row<"webhookDeliveries"> | undefined> {
  const where = { webhookKey, state: "waiting" } as const;
  const [first] = await store.select("webhookDeliveries", { where, orderBy: [["position", "asc"]], limit: 1 });
  return first;
}
