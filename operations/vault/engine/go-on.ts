import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { isOver, nextAct } from "#domain/vault/next-act.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import type { AccountTree } from "./entries.ts";
import { lateOrders, lateUntil } from "./late-orders.ts";

type Order = Row<"vaultOrders">;

/** What a run knows of an account whose turn it is, or whose last order in it has ended. */
export interface AccountOfRun {
  readonly run: Row<"vaultRuns">;
  readonly held: AccountTree;
  /** Given where the run has done nothing with it yet. */
  readonly isNew?: boolean;
}

/** Tells what the run of each account does with it next, from the rows as they are in the current transaction. */
export async function nextActs({ store, clock }: CallContext, accounts: readonly AccountOfRun[]) {
  const keys = accounts.map(({ held }) => held.account.key);
  const runs = [...new Set(accounts.map(({ run }) => run.key))];
  const known = accounts.filter(({ isNew }) => isNew !== true).map(({ held }) => held.account.key);
  const where = allOf(oneOf("managedAccountKey", known), oneOf("runKey", runs));
  const orders = await store.select("vaultOrders", { where, orderBy: [["createdAt", "asc"]] });
  const now = clock.now();
  const late = [...orders, ...(await lateOrders(store, keys, now))];
  return accounts.map(({ run, held }) => {
    const own = orders.filter(
      ({ runKey, managedAccountKey }) => runKey === run.key && managedAccountKey === held.account.key,
    );
    const ended = own.flatMap((one) => (one.result === null ? [] : [{ ...one, endedAt: one.endedAt ?? now }]));
    return nextAct({ kind: run.kind, tree: held.tree, ended, lateUntil: lateUntil(held, late), now });
  });
}

/** An order that has ended, with its account as it is now. */
export interface EndedOrder extends AccountOfRun {
  readonly order: Order;
}

/**
 * Lets runs go on with accounts of which an order has ended, in the current transaction: another order takes its place where there is
 * something left to do. What a send may have set is never sent anew with another password: that is another order.
 */
export async function goOn(context: CallContext, ended: readonly EndedOrder[]): Promise<void> {
  const { store, ids, clock } = context;
  const going = ended.filter(
    ({ run, order, held }) => order.result !== "X" && run.state !== "stopped" && !isOver(run.kind, held.tree, order),
  );
  const acts = await nextActs(context, going);
  const now = clock.now();
  for (const [index, { order }] of going.entries()) {
    const act = acts[index];
    if (act === undefined || act.do === "end") continue;
    const { runKey, managedAccountKey, targetSystemKey, proxyServer } = order;
    const same = { runKey, managedAccountKey, targetSystemKey, proxyServer, openAccountKey: managedAccountKey };
    const next: Save<"vaultOrders"> =
      act.do === "set"
        ? { ...same, key: ids.guid(), act: "set", candidates: act.candidates, createdAt: now }
        : {
            ...same,
            key: ids.guid(),
            act: "verify",
            entryKey: act.entryKey,
            nextTryAt: act.notBefore,
            createdAt: now,
            begunAt: now,
          };
    const added = await store.add("vaultOrders", next);
    await store.save("vaultOrders", { key: order.key, followedByKey: added.key });
  }
}

/** The orders of accounts that are open, of whichever run; an account has one at most. */
export async function openOrders(
  { store }: Pick<CallContext, "store">,
  accountKeys: readonly string[],
): Promise<ReadonlyMap<string, Order>> {
  if (accountKeys.length === 0) return new Map();
  const rows = await store.select("vaultOrders", {
    where: allOf(oneOf("openAccountKey", accountKeys), eq("result", null)),
  });
  return new Map(rows.map((row) => [row.managedAccountKey, row]));
}
