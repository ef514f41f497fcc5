import { oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Progress of an endpoint. */
export interface WebhookProgress {
  /** Position in the change log up to which changes became deliveries. */
  readonly position: number;
  readonly deliveredAt: number | null;
  readonly failingSince: number | null;
  /** Number of waiting deliveries. */
  readonly waiting: number;
  /** Number of deliveries that were given up. */
  readonly dead: number;
}

/** Names of the attached columns. */
export const progressNames = ["position", "deliveredAt", "failingSince", "waiting", "dead"] as const;

/** Adds the progress of each webhook. */
export async function attachProgress<R extends Readonly<Record<string, unknown>>>(
  context: Pick<CallContext, "store">,
  rows: readonly R[],
  wanted: readonly string[],
): Promise<readonly (R & Partial<WebhookProgress>)[]> {
  if (!progressNames.some((name) => wanted.includes(name))) return rows;
  const keys = rows.map(({ key }) => String(key));
  const progress = await context.store.select("webhookProgress", {
    where: oneOf("webhookKey", keys),
  });
  const byKey = new Map(progress.map((row) => [row.webhookKey, row]));
  return Promise.all(
    rows.map(async (row, index) => ({ ...row, ...(await progressOf(context, keys[index] ?? "", byKey)) })),
  );
}

async function progressOf(
  { store }: Pick<CallContext, "store">,
  key: string,
  known: ReadonlyMap<string, Row<"webhookProgress">>,
): Promise<WebhookProgress> {
  const { position = 0, deliveredAt = null, failingSince = null } = known.get(key) ?? {};
  // An index holds key and state, and an installation has few webhooks.
  const [waiting, dead] = await Promise.all([
    store.count("webhookDeliveries", { webhookKey: key, state: "waiting" }),
    store.count("webhookDeliveries", { webhookKey: key, state: "dead" }),
  ]);
  return { position, deliveredAt, failingSince, waiting, dead };
}
