import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";
import type { Store } from "#store/store.ts";

import { defineOperation } from "../define-operation.ts";
import { definedFields } from "../defined-fields.ts";
import { wakeWebhook } from "./engine/wake-webhook.ts";
import { webhookChanges, webhookKey } from "./engine/webhook-input.ts";
import { webhookOfCall } from "./engine/webhook-of-call.ts";

/**
 * Changes the fields of a webhook that are given. What waits for it is tried at once; one that was disabled goes on where
 * it stopped.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const updateWebhook = defineOperation({
  name: "webhooks.update",
  input: z.strictObject({
    key: webhookKey,
    ...webhookChanges,
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("webhooks"), rows: true }, { name: policyOf.update("webhooks") }],
  audit: { operation: "WHUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }) {
    const { store, clock, caller } = context;
    const before = await webhookOfCall(context, key);
    const now = clock.now();
    const disabled = before.enabled && fields.enabled === false;
    const saved = await store.save("webhooks", {
      key,
      ...definedFields(fields),
      ...(fields.enabled === true ? { disabledReason: null, disabledAt: null } : {}),
      ...(disabled ? { disabledReason: `Disabled by ${caller.id}.`, disabledAt: now } : {}),
    });
    await store.save("webhookProgress", { webhookKey: key, failingSince: null });
    await tryNow(store, key, now);
    await wakeWebhook(store, key);
    return saved;
  },
});

async function tryNow(store: Store, key: string, now: number): Promise<void> {
  const where = { webhookKey: key, state: "waiting" } as const;
  // Only the first one can have been tried: the others stand behind it.
  const [first] = await store.select("webhookDeliveries", { where, orderBy: [["position", "asc"]], limit: 1 });
  if (first) await store.save("webhookDeliveries", { key: first.key, nextTryAt: now });
}
