import { z } from "zod";

import { batchRowsMax } from "#domain/limits.ts";
import type { FollowedChanges } from "#store/changes/change-log.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { eventOfChange } from "./engine/event-of-change.ts";
import { followEvents } from "./engine/follow-events.ts";
import { wakeWebhook } from "./engine/wake-webhook.ts";

interface Followed extends FollowedChanges {
  /** Position from which the changes were read. */
  readonly after: number;
}

/** Result of one round. */
export interface CollectedEvents {
  readonly added: number;
  /** True if another round would find more. */
  readonly left: boolean;
}

/**
 * Turns the changes after a webhook's position into deliveries and advances the position, in one transaction. A change becomes a delivery
 * exactly once, however many processes do this and wherever one of them stops.
 */
export const collectEvents = defineOperation<{ key: string }, CollectedEvents, Followed | undefined>({
  name: "webhooks.collect",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "WHST", when: "never" },
  async prepare({ store }, { key }) {
    const progress = await store.get("webhookProgress", key);
    if (progress === undefined) return undefined;
    return { ...(await followEvents(store, progress.position, batchRowsMax)), after: progress.position };
  },
  async run(context, { key }, followed) {
    const { store, ids, clock } = context;
    const progress = await store.lock("webhookProgress", key);
    const webhook = await store.get("webhooks", key);
    if (followed === undefined || progress === undefined || !webhook?.enabled) return { added: 0, left: false };
    // Another process was faster, and has collected these changes.
    if (progress.position !== followed.after) return { added: 0, left: true };
    const isIdle = (await store.count("webhookDeliveries", { webhookKey: key, state: "waiting" })) === 0;
    const now = clock.now();
    let added = 0;
    for (const change of followed.changes) {
      const event = await eventOfChange(context, change, webhook.eventTypes);
      if (event === undefined) continue;
      await store.add("webhookDeliveries", {
        key: ids.guid(),
        webhookKey: key,
        position: change.position,
        type: event.type,
        event,
        state: "waiting",
        nextTryAt: now,
        createdAt: now,
      });
      added += 1;
    }
    await store.save("webhookProgress", { webhookKey: key, position: followed.position });
    // While a delivery waits, the workflow is active or has a timer: it finds the new ones behind it.
    if (added > 0 && isIdle) await wakeWebhook(store, key);
    return { added, left: followed.more };
  },
});
