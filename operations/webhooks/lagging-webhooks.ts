import { webhookIdleChangesMax } from "#domain/limits.ts";
import type { Store } from "#store/store.ts";

import { defineOperation } from "../kernel/define-operation.ts";
import { followEvents } from "./engine/follow-events.ts";

/** Finds the webhooks that lag behind the change log, or for which it is not followed yet: there may be events in it that they do not have. */
export const laggingWebhooks = defineOperation<Record<string, never>, readonly string[]>({
  name: "webhooks.behind",
  kind: "read",
  callers: ["engine"],
  audit: { operation: "WHST", when: "never" },
  async run({ store }) {
    const enabled = await store.select("webhooks", { where: { enabled: true } });
    const behind: string[] = [];
    for (const { key } of enabled) if (await isBehind(store, key)) behind.push(key);
    return behind;
  },
});

async function isBehind(store: Store, key: string): Promise<boolean> {
  const progress = await store.get("webhookProgress", key);
  if (progress === undefined) return true;
  const found = await followEvents(store, progress.position, 1);
  // Changes without an effect here are passed over, and may stand before others.
  return found.changes.length > 0 || found.more || found.position - progress.position >= webhookIdleChangesMax;
}
