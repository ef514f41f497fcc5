import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { webhookSecretOverlapHours, webhookSecretOverlapHoursMax, webhooksMax } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { newWebhookSecret } from "#platform/webhooks/webhook-signature.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { policiesOfChange } from "../kernel/row-changes.ts";
import { requireCallable } from "./engine/require-callable.ts";
import { wakeWebhook } from "./engine/wake-webhook.ts";
import { newWebhook, webhookChanges, webhookKey } from "./engine/webhook-input.ts";
import { firstWaiting, webhookOfCall } from "./engine/webhook-rows.ts";
import { currentSecret, sealSecret } from "./engine/webhook-secrets.ts";

const hourMs = 3_600_000;

/** A webhook with its new secret, which is shown this once. */
export interface WebhookSecret {
  readonly key: string;
  readonly secret: Secret;
}

/**
 * Adds an endpoint for events about changes from now on.
 * @throws WEBHOOKS_MAX, INPUT_INVALID
 */
export const addWebhook = defineOperation({
  name: "webhooks.add",
  input: z.strictObject(newWebhook),
  callers: ["user", "engine"],
  policies: [{ name: policyOf.create("webhooks") }],
  audit: { operation: "WHAD", describe: (_input, output?: WebhookSecret) => ({ ident: output?.key ?? null }) },
  // Before the transaction: changes committed meanwhile are sent, and nothing is missed.
  prepare: ({ store }) => store.changeLog.position(),
  async run(context, { url, description, eventTypes = null }, position): Promise<WebhookSecret> {
    const { store, clock, ids } = context;
    requireCallable(context.settings, url);
    if ((await store.count("webhooks")) >= webhooksMax) throw new ServiceError("WEBHOOKS_MAX");
    const key = ids.guid();
    const secret = newWebhookSecret(ids);
    await store.add("webhooks", {
      key,
      url,
      description,
      eventTypes,
      secret: sealSecret(store, key, "secret", secret),
      createdAt: clock.now(),
    });
    await store.add("webhookProgress", { webhookKey: key, position });
    return { key, secret };
  },
});

/**
 * Changes the given fields of a webhook. Its waiting deliveries are tried at once; one that was disabled continues where it stopped.
 * @throws NOT_FOUND, FORBIDDEN, INPUT_INVALID
 */
export const updateWebhook = defineOperation({
  name: "webhooks.update",
  input: z.strictObject({ key: webhookKey, ...webhookChanges }),
  callers: ["user", "engine"],
  policies: policiesOfChange("update", "webhooks"),
  audit: { operation: "WHUP", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key, ...fields }) {
    const { store, clock, caller } = context;
    requireCallable(context.settings, fields.url);
    const before = await webhookOfCall(context, key);
    const now = clock.now();
    const disabled = before.enabled && fields.enabled === false;
    const saved = await store.save("webhooks", {
      key,
      ...definedFields(fields),
      ...(fields.enabled === true ? { disabledReason: null, disabledAt: null } : {}),
      ...(disabled ? { disabledReason: `Disabled by ${caller.id}.`, disabledAt: now } : {}),
    });
    if ((await store.lock("webhookProgress", key)) !== undefined)
      await store.save("webhookProgress", { webhookKey: key, failingSince: null });
    const first = await firstWaiting(store, key);
    // Only the first one can have been tried.
    if (first) await store.save("webhookDeliveries", { key: first.key, nextTryAt: now });
    await wakeWebhook(store, key);
    return saved;
  },
});

/** A new secret, and until when the one before it signs as well. */
export interface RotatedSecret extends WebhookSecret {
  /** Milliseconds UTC. */
  readonly previousSecretUntil: number;
}

/**
 * Rotates the secret of a webhook. For a while events are signed by the old one too, so that no event is refused while its receiver changes
 * over; an overlap of 0 hours ends the old one at once.
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
  policies: policiesOfChange("action", "webhooks/rotateSecret"),
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

/**
 * Removes a webhook: nothing more is sent to it. Its workflow then removes its deliveries.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const removeWebhook = defineOperation({
  name: "webhooks.remove",
  input: z.strictObject({ key: webhookKey }),
  callers: ["user", "engine"],
  policies: policiesOfChange("remove", "webhooks"),
  audit: { operation: "WHRM", describe: ({ key }) => ({ ident: key }) },
  async run(context, { key }) {
    await webhookOfCall(context, key);
    await context.store.remove("webhooks", key);
    await wakeWebhook(context.store, key);
    return {};
  },
});
