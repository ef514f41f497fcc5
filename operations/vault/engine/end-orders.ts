import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { ItemEnd } from "../../kernel/run-kind.ts";
import { dependantsAfter, dependantsOf } from "./dependants.ts";
import { lockTrees, raiseEntries, type Rise } from "./entries.ts";
import { addNextOrders } from "./next-orders.ts";

type Order = Row<"vaultOrders">;

/**
 * Ends unanswered orders of a run, in the current transaction. An order that was never sent has set nothing: its entry has failed. A sent
 * one stays uncertain until the target says which password opens. That is asked next unless the run is stopped.
 */
export async function endOrders(
  context: CallContext,
  run: Row<"runs">,
  ending: readonly { readonly order: Order; readonly end: ItemEnd }[],
): Promise<void> {
  if (ending.length === 0) return;
  const { store, clock } = context;
  const trees = await lockTrees(context, [...new Set(ending.map(({ order }) => order.managedAccountKey))]);
  const now = clock.now();
  const stillOpen = await openOf(
    context,
    ending.map(({ order }) => order.key),
  );
  const ends = ending.flatMap(({ order: { key }, end }) => {
    const order = stillOpen.get(key);
    return order === undefined ? [] : [{ order, end }];
  });
  const rises = ends.flatMap(({ order: { act, sends, entryKey } }): Rise[] =>
    act === "set" && sends === 0 && entryKey !== null
      ? [{ key: entryKey, status: "failed", settledAt: now, refusal: "It was never sent to the target." }]
      : [],
  );
  const raised = await raiseEntries(context, trees, rises);
  const rows = await store.saveAll(
    "vaultOrders",
    ends.map(({ order: { key }, end }) => ({ key, ...end, nextTryAt: null, endedAt: now, openAccountKey: null })),
  );
  await tellDependants(context, rows);
  await auditOrders(
    context,
    rows.map((order) => ({ run, order })),
  );
  const ended = rows.flatMap((order) => {
    const held = raised.get(order.managedAccountKey);
    return held === undefined ? [] : [{ order, run, held }];
  });
  await addNextOrders(context, ended);
}

/** Updates the dependents of orders that ended unanswered. */
async function tellDependants(context: CallContext, orders: readonly Order[]): Promise<void> {
  const about = orders.filter(({ dependantKey }) => dependantKey !== null);
  if (about.length === 0) return;
  const dependants = await dependantsOf(
    context.store,
    about.map(({ managedAccountKey }) => managedAccountKey),
  );
  await dependantsAfter(context, dependants, about);
}

/** Returns those of the orders that no one has ended meanwhile. */
async function openOf({ store }: CallContext, keys: readonly string[]): Promise<ReadonlyMap<string, Order>> {
  const where = allOf(oneOf("key", keys), eq("result", null));
  const rows = await store.select("vaultOrders", { where, orderBy: [["key", "asc"]], forUpdate: true });
  return new Map(rows.map((row) => [row.key, row]));
}

/** Writes one audit row for each ended order, with the target's words. */
export async function auditOrders(
  { store, caller }: CallContext,
  orders: readonly { readonly run: Row<"runs">; readonly order: Order }[],
): Promise<void> {
  const ended = orders.filter(({ order }) => order.result !== null);
  await store.auditAll(
    ended.map(({ run, order }) => ({
      sessid: caller.sessid,
      operation: order.act === "verify" || order.act === "test" ? "PWVF" : "RAND",
      result: order.result === "F" ? "F" : "S",
      actor: order.proxyServer,
      ident: order.managedAccountKey,
      batchId: run.key,
      requestId: run.requestId,
      targetSystem: order.targetSystemKey,
      message: order.message,
    })),
  );
}
