import { z } from "zod";

import { pluginReasonMaxCharacters } from "#domain/plugin-limits.ts";
import { afterAttempt } from "#domain/plugins/plugin-delivery.ts";

import type { CallContext } from "../kernel/context.ts";
import type { Attempt, Delivery } from "../kernel/courier.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { deliveryMoment, wakeNext } from "../kernel/queue-deliveries.ts";

/**
 * Makes a counted attempt of a delivery: the plug-ins are asked before the transaction that records the outcome. The outcome of an attempt
 * behind which there is a later one no longer counts.
 */
export const attemptDelivery = defineOperation({
  name: "pluginDeliveries.attempt",
  input: z.strictObject({ key: z.string(), tries: z.int() }),
  callers: ["engine"],
  audit: { operation: "PDRT", when: "never" },
  async prepare(context, { key, tries }): Promise<Attempt | undefined> {
    const delivery = await context.store.get("pluginDeliveries", key);
    if (!isCurrent(delivery, tries)) return undefined;
    return (await context.tables.courierOf(delivery.kind)).attempt(context, delivery);
  },
  async run(context, { key, tries }, attempt) {
    const delivery = await context.store.lock("pluginDeliveries", key);
    if (attempt === undefined || !isCurrent(delivery, tries)) return {};
    await record(context, delivery, attempt);
    return {};
  },
});

function isCurrent(delivery: Delivery | undefined, tries: number): delivery is Delivery {
  return delivery?.state === "waiting" && delivery.tries === tries;
}

async function record(context: CallContext, delivery: Delivery, attempt: Attempt): Promise<void> {
  const { store, clock } = context;
  const { key, kind, subjectKey } = delivery;
  const { outcome, plugin, reason } = attempt;
  const after = afterAttempt(delivery, outcome, clock.now());
  await store.save("pluginDeliveries", {
    key,
    plugin,
    lastError: reason?.slice(0, pluginReasonMaxCharacters) ?? null,
    ...after,
  });
  const { recorded } = await context.tables.courierOf(kind);
  await recorded?.(context, delivery, { ...attempt, state: after.state });
  if (after.state === "waiting") {
    await store.moments.set({ key, kind: deliveryMoment, at: after.nextTryAt });
    return;
  }
  await store.moments.clear(key);
  await wakeNext(context, subjectKey);
}
