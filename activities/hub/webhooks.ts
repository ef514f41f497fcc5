import { Context } from "@temporalio/activity";

import { webhookBodyMaxBytes, webhookCallMs, webhookDeliveriesAtOnce } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { cloudEventMediaType } from "#domain/webhooks/cloud-event.ts";
import type { WebhookStep } from "#domain/webhooks/webhook-delivery.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { ServiceContext } from "#operations/kernel/context.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { type DueDelivery, nextDelivery } from "#operations/webhooks/next-delivery.ts";
import { nextWebhookStep } from "#operations/webhooks/next-webhook-step.ts";
import { recordDelivery } from "#operations/webhooks/record-delivery.ts";
import { createWebhookCaller, type WebhookCaller, WebhookCallError } from "#platform/webhooks/webhook-call.ts";
import { signatureHeaders } from "#platform/webhooks/webhook-signature.ts";

import { asStep, requireLocal, whileBeating } from "./step.ts";

/** Activities of the workflow `webhookDelivery`; the engine sees the key of a webhook and nothing else. */
export interface WebhookActivities {
  /** Computes from the rows the next step of the endpoint: a short transaction, run as a local activity. */
  nextWebhookStep(input: { readonly key: string }): Promise<WebhookStep>;
  /** Makes the deliveries that are due, in order, until one fails or the limit of a round is reached; the rows hold the results. */
  deliverToWebhook(input: { readonly key: string }): Promise<void>;
}

/** Makes the activities of webhooks. */
export function createWebhookActivities(service: ServiceContext): WebhookActivities {
  // A step commits nothing for the outbox, so a sweep after each one would be in vain.
  const context: ServiceContext = { ...service, nudge: () => undefined };
  const caller = createWebhookCaller({
    allowedNetworks: context.settings.webhookAllowedNetworks,
    timeoutMs: webhookCallMs,
  });
  const told = <T>(key: string, run: () => Promise<T>) =>
    asStep(context, { webhookKey: key }, "A step of a webhook failed.", run);
  return {
    async nextWebhookStep({ key }) {
      requireLocal();
      return told(key, () => invoke(nextWebhookStep, context, engineCaller(ModuleName.Webhook, key), { key }));
    },
    deliverToWebhook: ({ key }) => told(key, () => whileBeating(() => deliver({ context, caller, key }))),
  };
}

interface Delivering {
  readonly context: ServiceContext;
  readonly caller: WebhookCaller;
  readonly key: string;
}

async function deliver({ context, caller, key }: Delivering): Promise<void> {
  const engine = engineCaller(ModuleName.Webhook, key);
  const { cancellationSignal } = Context.current();
  for (let made = 0; made < webhookDeliveriesAtOnce && !cancellationSignal.aborted; made += 1) {
    const due = await invoke(nextDelivery, context, engine, { key });
    if (due === null) return;
    const outcome = await send(context, caller, due);
    const input = { key, deliveryKey: due.deliveryKey, ...outcome };
    const { continues } = await invoke(recordDelivery, context, engine, input);
    if (!continues) return;
  }
}

interface SendOutcome {
  readonly status: number | null;
  readonly retryAfter: string | null;
  readonly error: string | null;
}

async function send({ clock }: ServiceContext, caller: WebhookCaller, due: DueDelivery): Promise<SendOutcome> {
  const { eventId: id, body, url, secrets } = due;
  if (Buffer.byteLength(body) > webhookBodyMaxBytes) {
    return { status: null, retryAfter: null, error: `the event has more than ${webhookBodyMaxBytes} bytes` };
  }
  const timestamp = Math.floor(clock.now() / 1000);
  const headers = {
    "content-type": cloudEventMediaType,
    "user-agent": "gatehouse",
    ...signatureHeaders({ id, timestamp, body }, secrets),
  };
  try {
    return { ...(await caller.post({ url, headers, body })), error: null };
  } catch (error) {
    if (error instanceof WebhookCallError) return { status: null, retryAfter: null, error: error.message };
    throw error;
  }
}
