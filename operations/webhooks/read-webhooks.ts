import { z } from "zod";

import { pageSizeMax } from "#domain/limits.ts";
import { deliveryStates } from "#domain/webhooks/webhook-delivery.ts";
import type { Row } from "#store/tables.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { attachProgress, progressNames, type WebhookProgress } from "./engine/attach-progress.ts";
import { webhookKey } from "./engine/webhook-input.ts";

/** A webhook as the operator of this machine sees it; its secrets never come out. */
export type WebhookView = Omit<Row<"webhooks">, "secret" | "previousSecret"> & Partial<WebhookProgress>;

function withoutSecrets(row: Row<"webhooks">): Omit<Row<"webhooks">, "secret" | "previousSecret"> {
  const { secret: _secret, previousSecret: _previousSecret, ...shown } = row;
  return shown;
}

/** Reads all webhooks, oldest first, for the operator of this machine. */
export const listWebhooks = defineOperation<Record<string, never>, readonly WebhookView[]>({
  name: "webhooks.list",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "WHLS", when: "refusalOnly" },
  async run(context) {
    const rows = await context.store.select("webhooks", { orderBy: [["createdAt", "asc"]] });
    return attachProgress(context, rows.map(withoutSecrets), progressNames);
  },
});

/**
 * Reads the deliveries of a webhook, newest first, for the operator of this machine.
 * @throws NOT_FOUND
 */
export const listDeliveries = defineOperation({
  name: "webhooks.listDeliveries",
  kind: "read",
  input: z.strictObject({
    key: webhookKey,
    state: z.enum(deliveryStates, { error: `must be one of ${deliveryStates.join(", ")}` }).optional(),
    limit: z.int().min(1).max(pageSizeMax).default(100),
  }),
  callers: ["engine"],
  audit: { operation: "WHDL", when: "refusalOnly", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, state, limit }): Promise<readonly Row<"webhookDeliveries">[]> {
    const { store } = context;
    await visibleRow(context, { table: "webhooks", key });
    const where = { webhookKey: key, ...(state === undefined ? {} : { state }) };
    return store.select("webhookDeliveries", { where, orderBy: [["position", "desc"]], limit });
  },
});
