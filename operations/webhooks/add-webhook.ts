import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { webhooksMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { newWebhookSecret } from "#platform/webhooks/webhook-signature.ts";

import { defineOperation } from "../define-operation.ts";
import { newWebhook } from "./engine/webhook-input.ts";
import { sealSecret } from "./engine/webhook-secrets.ts";

/** A webhook with its new secret, which is shown this once. */
export interface WebhookSecret {
  readonly key: string;
  readonly secret: Secret;
}

/**
 * Adds an endpoint that is told of what changes from now on.
 * @throws WEBHOOKS_MAX
 */
export const addWebhook = defineOperation({
  name: "webhooks.add",
  input: z.strictObject(newWebhook),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("webhooks") }],
  audit: { operation: "WHAD", describe: (_input, output?: WebhookSecret) => ({ ident: output?.key ?? null }) },
  // Before the transaction: what is committed meanwhile is sent, and nothing is missed.
  prepare: ({ store }) => store.changeLog.position(),
  async run(context, { url, description, eventTypes = null }, position): Promise<WebhookSecret> {
    const { store, clock, ids } = context;
    if ((await store.count("webhooks")) >= webhooksMax) throw new ServiceError("WEBHOOKS_MAX");
    const key = ids.guid();
    const secret = newWebhookSecret(ids);
    await store.add("webhooks", {
      ...{ key, url, description, eventTypes },
      secret: sealSecret(store, key, "secret", secret),
      createdAt: clock.now(),
    });
    await store.add("webhookProgress", { webhookKey: key, position });
    return { key, secret };
  },
});
