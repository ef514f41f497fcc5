import { z } from "zod";

import type { BringStep } from "#domain/requests/bring-step.ts";
import { keyOfSource } from "#domain/requests/order-source.ts";

import type { CallContext } from "../../kernel/context.ts";

/** What a hub step is told of an order that is brought to one proxy, once. */
export const bringInput = z.strictObject({ key: z.string(), performed: z.boolean() });

/** An order of which somebody waits for the answer, as it stands while it is locked. */
export interface BroughtOrder {
  /** Of the source of orders to which it belongs: the prefix of its key. */
  readonly source: string;
  readonly workflowType: string;
  /** Undefined where nobody waits any more. */
  readonly row:
    | { readonly result: "S" | "F" | null; readonly proxyServer: string; readonly expiresAt: number }
    | undefined;
  /** Ends it in the current transaction where it has no answer and gets none any more. */
  giveUp(): Promise<unknown>;
}

/** Tells which proxy is to be asked, and once it was asked, or its time is over, ends the order. It may run as often as it likes. */
export async function bringStep(
  { store, clock }: CallContext,
  { key, performed }: z.output<typeof bringInput>,
  { source, workflowType, row, giveUp }: BroughtOrder,
): Promise<BringStep> {
  const isUnanswered = row?.result === null;
  if (isUnanswered && !performed && clock.now() < row.expiresAt)
    return { do: "perform", proxy: row.proxyServer, operationKeys: [keyOfSource({ source, key })] };
  await store.outbox.settle({ workflowType, workflowId: key });
  if (isUnanswered) await giveUp();
  return { do: "finished" };
}
