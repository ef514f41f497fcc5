import { z } from "zod";

import { batchRowsMax } from "#domain/limits.ts";
import type { FollowedChanges } from "#store/changes/change-log.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { eventOfChange } from "./engine/event-of-change.ts";
import { followEvents } from "./engine/follow-events.ts";
import { wakeWebhook } from "./engine/wake-webhook.ts";

interface Followed extends FollowedChanges {
  /** Position from which the changes were read; null if this node does not follow the log for the webhook yet. */
  readonly after: number | null;
}

/** Result of one round. */
export interface CollectedEvents {
  readonly added: number;
  /** True if another round would find more. */
  readonly left: boolean;
}

/**
 * Turns the changes after a webhook's position into deliveries and advances the position, in one transaction. A change becomes a delivery
 * exactly once, however many processes do this and wherever one of them stops. A change of another node is delivered there.
 */
export const collectEvents = defineOperation<{ key: string }, CollectedEvents, Followed>({
  name: "webhooks.collect",
  input: z.strictObject({ key: z.string() }),
  callers: ["engine"],
  audit: { operation: "WHST", when: "never" },
  async prepare({ store }, { key }) {
    const progress = await store.get("webhookProgress", key);
    // A webhook that another node has added: from now on this one delivers its own changes.
    if (progress === undefined)
      return { changes: [], more: false, position: await store.changeLog.position(), after: null };
    return { ...(await followEvents(store, progress.position, batchRowsMax)), after: progress.position };
  },
  async run(context, { key }, followed) {
    const { store, ids, clock } = context;
    const progress = await store.lock("webhookProgress", key);
    const webhook = await store.get("webhooks", key);
    if (!webhook?.enabled) return { added: 0, left: false };
    if (progress === undefined) {
      const { position } = followed;
      if (followed.after === null) await store.add("webhookProgress", { webhookKey: key, position });
      return { added: 0, left: false };
    }
    // Another process was faster, and has collected these changes.
    if (progress.position !== followed.after) return { added: 0, left: true };
    const isIdle = (await store.count("webhookDeliveries", { webhookKey: key, state: "waiting" })) === 0;
    const now = clock.now();
    let added = 0;
    for (const change of followed.changes) {
      if (change.origin !== store.node) continue;
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
