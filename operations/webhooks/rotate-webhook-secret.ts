import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { webhookSecretOverlapHours, webhookSecretOverlapHoursMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { newWebhookSecret } from "#platform/webhooks/webhook-signature.ts";

import { defineOperation } from "../define-operation.ts";
import { webhookKey } from "./engine/webhook-input.ts";
import { webhookOfCall } from "./engine/webhook-of-call.ts";
import { currentSecret, sealSecret } from "./engine/webhook-secrets.ts";

const hourMs = 3_600_000;

/** A new secret, shown this once, and until when the one before it signs as well. */
export interface RotatedSecret {
  readonly key: string;
  readonly secret: Secret;
  /** Milliseconds UTC. */
  readonly previousSecretUntil: number;
}

/**
 * Gives a webhook a new secret. For a while events are signed by the old one too, so that no event is refused while its
 * receiver changes over; an overlap of 0 hours ends the old one at once.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const rotateWebhookSecret = defineOperation({
  name: "webhooks.rotateSecret",
  input: z.strictObject({
    key: webhookKey,
    overlapHours: z
      .int("must be a whole number")
      .min(0, "must not be negative")
      .max(webhookSecretOverlapHoursMax, `must be at most ${webhookSecretOverlapHoursMax}`)
      .nullish(),
  }),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.get("webhooks"), rows: true }, { name: policyOf.action("webhooks/rotateSecret") }],
  audit: { operation: "WHSR", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, overlapHours }): Promise<RotatedSecret> {
    const { store, clock, ids } = context;
    const before = await webhookOfCall(context, key);
    const secret = newWebhookSecret(ids);
    const previousSecretUntil = clock.now() + (overlapHours ?? webhookSecretOverlapHours) * hourMs;
    await store.save("webhooks", {
      key,
      secret: sealSecret(store, key, "secret", secret),
      previousSecret: sealSecret(store, key, "previousSecret", currentSecret(store, before)),
      previousSecretUntil,
    });
    return { key, secret, previousSecretUntil };
  },
});
