import { z } from "zod";

import { afterFailure, isTaken, notBefore } from "#domain/webhooks/webhook-delivery.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";

const errorMaxCharacters = 400;

const input = z.strictObject({
  key: z.string(),
  deliveryKey: z.string(),
  /** Status of the answer; null if none came. */
  status: z.int().nullable(),
  /** `Retry-After` of the endpoint, in its own words. */
  retryAfter: z.string().nullable().optional(),
  /** Error if no answer came. */
  error: z.string().nullable(),
});

/** Result of a recorded attempt. */
export interface RecordedDelivery {
  /** True if the next delivery may be made at once. */
  readonly continues: boolean;
}

/** Records the outcome of an attempt: delivered, to be retried, given up, or endpoint disabled. */
export const recordDelivery = defineOperation<z.output<typeof input>, RecordedDelivery>({
  name: "webhooks.recordDelivery",
  input,
  callers: ["engine"],
  audit: { operation: "WHST", when: "never" },
  async run(context, outcome) {
    const { store, clock } = context;
    const progress = await store.lock("webhookProgress", outcome.key);
    const delivery = await store.lock("webhookDeliveries", outcome.deliveryKey);
    // The attempt was recorded before, or its endpoint was deleted.
    if (progress === undefined || delivery?.state !== "waiting") return { continues: progress !== undefined };
    const { status } = outcome;
    const tries = delivery.tries + 1;
    if (status === null || !isTaken(status)) {
      return recordFailure(context, { progress, delivery: { ...delivery, tries } }, outcome);
    }
    const endedAt = clock.now();
    const taken = { state: "delivered", tries, lastStatus: status, lastError: null, endedAt } as const;
    await store.save("webhookDeliveries", { ...taken, key: delivery.key });
    await store.save("webhookProgress", { webhookKey: outcome.key, failingSince: null, deliveredAt: endedAt });
    return { continues: true };
  },
});

interface Tried {
  readonly progress: Row<"webhookProgress">;
  readonly delivery: Row<"webhookDeliveries">;
}

async function recordFailure(
  context: CallContext,
  { progress, delivery }: Tried,
  { key, status, retryAfter, error }: z.output<typeof input>,
): Promise<RecordedDelivery> {
  const { store, clock, settings } = context;
  const now = clock.now();
  const failingSince = progress.failingSince ?? now;
  const rules = {
    intervalsSeconds: settings.webhookRetryIntervalsSeconds,
    disableAfterHours: settings.webhookDisableAfterHours,
  };
  const askedFor = { notBefore: retryAfter ? notBefore(retryAfter, now) : null };
  const tried = { tries: delivery.tries, status, failingSince, now, ...askedFor };
  const { nextTryAt, disabledBecause } = afterFailure(tried, rules);
  const lastError = (error ?? answered(status)).slice(0, errorMaxCharacters);
  await store.save("webhookProgress", { webhookKey: key, failingSince });
  await store.save("webhookDeliveries", {
    key: delivery.key,
    tries: delivery.tries,
    lastStatus: status,
    lastError,
    ...(nextTryAt === null
      ? {
          state: "dead",
          endedAt: now,
        }
      : { nextTryAt }),
  });
  if (disabledBecause !== null) await disable(context, key, `${disabledBecause} Last: ${lastError}.`);
  return { continues: nextTryAt === null && disabledBecause === null };
}

function answered(status: number | null): string {
  const isRedirection = status !== null && status >= 300 && status <= 399;
  return `the endpoint answered ${status}${isRedirection ? "; redirections are not followed" : ""}`;
}

async function disable({ store, clock, caller, log }: CallContext, key: string, reason: string): Promise<void> {
  const disabledReason = reason.slice(0, errorMaxCharacters);
  await store.save("webhooks", { key, enabled: false, disabledReason, disabledAt: clock.now() });
  await store.audit({
    sessid: caller.sessid,
    actor: caller.id,
    requestId: caller.requestId,
    operation: "WHDX",
    result: "S",
    ident: key,
    message: disabledReason,
  });
  log.warn({ webhookKey: key, reason: disabledReason }, "A webhook is disabled.");
}
