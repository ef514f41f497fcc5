import { z } from "zod";

import { pluginDeliveryAttemptMs } from "#domain/plugin-limits.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { deliveryMoment } from "../kernel/queue-deliveries.ts";

/** Claim of a delivery whose moment has come. */
export interface ClaimedDelivery {
  /** True if this process had the moment. */
  readonly handled: boolean;
  /** Number of attempts with this one, whose outcome alone counts; null if nothing is to be delivered. */
  readonly tries: number | null;
}

/**
 * Claims a delivery whose moment this process has leased, and counts the attempt before it is made. If the process ends in the attempt, the
 * delivery is due again.
 */
export const claimDelivery = defineOperation({
  name: "pluginDeliveries.claim",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "PDRT", when: "never" },
  async run({ store, clock }, { key }): Promise<ClaimedDelivery> {
    const delivery = await store.lock("pluginDeliveries", key);
    if (!(await store.moments.take(key))) return { handled: false, tries: null };
    if (delivery?.state !== "waiting") return { handled: true, tries: null };
    const now = clock.now();
    const tries = delivery.tries + 1;
    await store.save("pluginDeliveries", { key, tries, lastTriedAt: now });
    await store.moments.set({ key, kind: deliveryMoment, at: now + pluginDeliveryAttemptMs });
    return { handled: true, tries };
  },
});
