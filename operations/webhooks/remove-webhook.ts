import { z } from "zod";

import { policyOf } from "#domain/policy-name.ts";

import { defineOperation } from "../define-operation.ts";
import { wakeWebhook } from "./engine/wake-webhook.ts";
import { webhookKey } from "./engine/webhook-input.ts";
import { webhookOfCall } from "./engine/webhook-of-call.ts";

/**
 * Removes a webhook: nothing more is sent to it. Its workflow then removes its deliveries.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const removeWebhook = defineOperation({
  name: "webhooks.remove",
  input: z.strictObject({ key: webhookKey }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("webhooks"), rows: true }, { name: policyOf.remove("webhooks") }],
  audit: { operation: "WHRM", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    await webhookOfCall(context, key);
    await context.store.remove("webhooks", key);
    await wakeWebhook(context.store, key);
    return {};
  },
});
