import { z } from "zod";

import { keyOfSource } from "#domain/requests/order-source.ts";
import type { SendStep } from "#domain/requests/send-step.ts";

import type { CallContext } from "../../kernel/context.ts";

/** Input of a hub step for an order that is sent to one proxy, once. */
export const sendInput = z.strictObject({ key: z.string(), performed: z.boolean() });

/** An order whose answer is awaited, locked. */
export interface SentOrder {
  /** Name of its source of orders: the prefix of its key. */
  readonly source: string;
  readonly workflowType: string;
  /** Row of the order; undefined if no one waits anymore. */
  readonly row:
    | { readonly result: "S" | "F" | null; readonly proxyServer: string; readonly expiresAt: number }
    | undefined;
  /** Ends it in the current transaction without an answer, once none can come. */
  giveUp(): Promise<unknown>;
}

/** Returns the proxy to ask; once it was asked, or the time is over, ends the order. Idempotent: it may run any number of times. */
export async function sendStep(
  { store, clock }: CallContext,
  { key, performed }: z.output<typeof sendInput>,
  { source, workflowType, row, giveUp }: SentOrder,
): Promise<SendStep> {
  const isUnanswered = row?.result === null;
  if (isUnanswered && !performed && clock.now() < row.expiresAt)
    return { do: "perform", proxy: row.proxyServer, operationKeys: [keyOfSource({ source, key })] };
  await store.outbox.settle({ workflowType, workflowId: key });
  if (isUnanswered) await giveUp();
  return { do: "finished" };
}
