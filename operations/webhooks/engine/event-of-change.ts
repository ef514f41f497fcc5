import { stampedAt } from "#domain/replication/stamp.ts";
import { type CloudEvent, cloudEvent } from "#domain/webhooks/cloud-event.ts";
import { eventTypeOf, type WebhookEventType, webhookEvent } from "#domain/webhooks/webhook-events.ts";
import type { Change } from "#store/changes/change.ts";

import type { CallContext } from "../../kernel/context.ts";
import { publicAddressOf } from "../../kernel/issuer.ts";

/**
 * Turns a change into an event, if its type is wanted; null wants all types. Keys that the change does not hold are read from the row as it
 * is now.
 */
export async function eventOfChange(
  { store, settings }: Pick<CallContext, "store" | "settings">,
  change: Change,
  wanted: readonly WebhookEventType[] | null,
): Promise<CloudEvent | undefined> {
  const type = eventTypeOf(change);
  if (type === undefined || (wanted !== null && !wanted.includes(type))) return undefined;
  const fields = Object.entries(webhookEvent(type).data);
  const isWhole = fields.slice(1).every(([, column]) => Object.hasOwn(change.data, column));
  const row = isWhole ? undefined : ((await store.get(change.table, change.key)) as Values | undefined);
  const data = fields.map(([field, column], index): [string, string | number | null] => {
    if (index === 0) return [field, change.key];
    return [field, valueOf(change.data[column] ?? row?.[column])];
  });
  return cloudEvent({
    // Each of several nodes counts positions of its own.
    id: (await store.homes.isShared()) ? `${change.position}-${store.node}` : String(change.position),
    source: publicAddressOf(settings),
    type,
    subject: change.key,
    atMs: stampedAt(change.stamp),
    data: Object.fromEntries(data),
  });
}

type Values = Readonly<Record<string, unknown>>;

function valueOf(value: unknown): string | number | null {
  return typeof value === "string" || typeof value === "number" ? value : null;
}
