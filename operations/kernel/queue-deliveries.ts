import type { DeliveredKind } from "#domain/plugins/plugin-delivery.ts";

import type { CallContext } from "./context.ts";
import type { Delivery } from "./courier.ts";

/** A task for the plug-ins of a kind, about a subject. */
export interface Queued extends Pick<Delivery, "subjectKey" | "act"> {
  readonly kind: DeliveredKind;
  readonly facts?: Delivery["facts"];
}

type Queueing = Pick<CallContext, "store" | "clock" | "ids">;

/** Kind of the moments of deliveries. */
export const deliveryMoment = "pluginDelivery";

/** Queues a delivery in the current transaction, behind those of the same subject; the first one is due at once. */
export async function queueDelivery(context: Queueing, { facts = {}, ...queued }: Queued): Promise<void> {
  const { store, clock, ids } = context;
  const now = clock.now();
  const { subjectKey } = queued;
  const [last] = await store.select("pluginDeliveries", {
    where: { subjectKey },
    orderBy: [["position", "desc"]],
    limit: 1,
  });
  const key = ids.guid();
  const position = (last?.position ?? 0) + 1;
  await store.add("pluginDeliveries", {
    ...queued,
    key,
    position,
    facts,
    state: "waiting",
    dueAt: now,
    nextTryAt: now,
    createdAt: now,
  });
  if ((await firstWaiting(context, subjectKey))?.key === key)
    await store.moments.set({ key, kind: deliveryMoment, at: now });
}

/** Returns the delivery at which those of a subject stand. */
async function firstWaiting({ store }: Pick<CallContext, "store">, subjectKey: string): Promise<Delivery | undefined> {
  const where = { subjectKey, state: "waiting" } as const;
  const [first] = await store.select("pluginDeliveries", { where, orderBy: [["position", "asc"]], limit: 1 });
  return first;
}

/** Makes the next delivery of a subject due in the current transaction, if one waits. */
export async function wakeNext(context: Pick<CallContext, "store" | "clock">, subjectKey: string): Promise<void> {
  const { store, clock } = context;
  const next = await firstWaiting(context, subjectKey);
  if (next === undefined) return;
  const now = clock.now();
  await store.save("pluginDeliveries", { key: next.key, dueAt: now, nextTryAt: now });
  await store.moments.set({ key: next.key, kind: deliveryMoment, at: now });
}
