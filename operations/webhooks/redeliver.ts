import { z } from "zod";

import { ServiceError } from "#domain/errors.ts";
import { batchRowsMax } from "#domain/limits.ts";
import { allOf, eq } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { wakeWebhook } from "./engine/wake-webhook.ts";
import { webhookKey } from "./engine/webhook-input.ts";
import { webhookOfCall } from "./engine/webhook-rows.ts";

const input = z.strictObject({
  key: webhookKey,
  /** Key of one delivery in any state; without it all that were given up. */
  deliveryKey: z.guid("must be a guid").nullish(),
});

/** Number of deliveries that wait again. */
export interface Redelivered {
  readonly count: number;
  /** True if more were given up: call again. */
  readonly left: boolean;
}

/**
 * Resends deliveries that were made or given up: the same event with the same ID, at its old place in the order. Without a delivery it
 * resends the oldest ones that were given up, at most 256 per call.
 * @throws NOT_FOUND, FORBIDDEN
 * @throws WEBHOOK_DISABLED
 */
export const redeliver = defineOperation({
  name: "webhooks.redeliver",
  input,
  callers: ["user", "engine"],
  policies: policiesOfChange("action", "webhooks/redeliver"),
  offered: ({ policy }) => allOf(policy, eq("enabled", true)),
  audit: {
    operation: "WHRD",
    describe: ({ key, deliveryKey }, output?: Redelivered) => ({
      ident: key,
      message: deliveryKey ?? (output === undefined ? null : `${output.count} deliveries`),
    }),
  },
  async run(context, call): Promise<Redelivered> {
    const { store, clock } = context;
    const { enabled } = await webhookOfCall(context, call.key);
    if (!enabled) throw new ServiceError("WEBHOOK_DISABLED", { target: "key" });
    const rows = await chosen(context, call);
    const again = { state: "waiting", tries: 0, nextTryAt: clock.now(), endedAt: null } as const;
    for (const { key } of rows) await store.save("webhookDeliveries", { ...again, key });
    if (rows.length > 0) await wakeWebhook(store, call.key);
    return { count: rows.length, left: rows.length === batchRowsMax };
  },
});

async function chosen(
  { store }: CallContext,
  { key, deliveryKey }: z.output<typeof input>,
): Promise<readonly Row<"webhookDeliveries">[]> {
  if (!deliveryKey) {
    const where = { webhookKey: key, state: "dead" } as const;
    return store.select("webhookDeliveries", { where, orderBy: [["position", "asc"]], limit: batchRowsMax });
  }
  const row = await store.get("webhookDeliveries", deliveryKey);
  if (row?.webhookKey !== key) throw new ServiceError("NOT_FOUND", { target: `deliveries(${deliveryKey})` });
  return [row];
}
