import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { withDeadline } from "#domain/runs/steady-deadline.ts";
import { isOver, nextAct, type NextAct } from "#domain/vault/next-act.ts";
import type { DependantAct } from "#domain/vault/next-dependant-act.ts";
import { settledBy } from "#domain/vault/settle.ts";
import { nextWordAt } from "#domain/vault/word-time.ts";
import type { Row, Save } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import {
  type DependantRow,
  dependantsInFlightUntil,
  dependantsOf,
  type DependantsOf,
  noTarget,
  targetOf,
  tellingBegins,
} from "./dependants.ts";
import { type AccountTree, raiseEntries } from "./entries.ts";
import { ordersInFlight, inFlightUntil } from "./orders-in-flight.ts";

type Order = Row<"vaultOrders">;

/** An account whose turn it is in a run, or whose last order there has ended. */
export interface AccountOfRun {
  readonly run: Row<"runs">;
  readonly held: AccountTree;
  /** True if the run has done nothing with it yet. */
  readonly isNew?: boolean;
}

/** Next act of a run for an account, with the account's entries. */
export interface AccountAct {
  readonly act: Exclude<NextAct, { readonly do: "confirm" }>;
  readonly held: AccountTree;
}

/** An act on the dependents of an account, or one that restores the password that they have. */
export type DependantsAct = Exclude<DependantAct, { readonly do: "confirm" | "end" }>;

/** Reports whether an act is about the dependents of an account. */
export function isForDependants(act: AccountAct["act"]): act is DependantsAct {
  return "dependantKey" in act;
}

/**
 * Computes the next act of the run of each account, from the rows in the current transaction. A new password that all dependents have is
 * confirmed here.
 */
export async function nextActs(
  context: CallContext,
  accounts: readonly AccountOfRun[],
  dependants: DependantsOf,
): Promise<readonly AccountAct[]> {
  const acts = await actsOf(context, accounts, dependants);
  const confirmed = new Map<number, string>();
  for (const [index, act] of acts.entries()) if (act.do === "confirm") confirmed.set(index, act.entryKey);
  if (confirmed.size === 0) return accounts.map(({ held }, index) => ({ act: acts[index] as AccountAct["act"], held }));
  const raised = await confirmEntries(
    context,
    accounts.map(({ held }) => held).filter((_, index) => confirmed.has(index)),
    new Set(confirmed.values()),
  );
  const again = accounts.map((one) => ({ ...one, held: raised.get(one.held.account.key) ?? one.held }));
  return nextActs(context, again, dependants);
}

async function actsOf(
  { store, clock }: CallContext,
  accounts: readonly AccountOfRun[],
  dependants: DependantsOf,
): Promise<readonly NextAct[]> {
  const keys = accounts.map(({ held }) => held.account.key);
  const runs = [...new Set(accounts.map(({ run }) => run.key))];
  const known = accounts.filter(({ isNew }) => isNew !== true).map(({ held }) => held.account.key);
  const where = allOf(oneOf("managedAccountKey", known), oneOf("runKey", runs));
  const orders = await store.select("vaultOrders", { where, orderBy: [["createdAt", "asc"]] });
  const now = clock.now();
  const ownLate = orders.map(withDeadline(store.steadyTime.least(), now));
  const late = [...ownLate, ...(await ordersInFlight(store, keys, now))];
  const told = await dependantsInFlightUntil(
    store,
    keys.filter((key) => dependants.has(key)),
    now,
  );
  return accounts.map(({ run, held }) => {
    const own = inTurn(
      orders.filter(({ runKey, managedAccountKey }) => runKey === run.key && managedAccountKey === held.account.key),
    );
    const ended = own.flatMap((one) => (one.result === null ? [] : [{ ...one, endedAt: one.endedAt ?? now }]));
    return nextAct({
      kind: vaultKindOf(run),
      tree: held.tree,
      ended,
      inFlightUntil: inFlightUntil(held, late),
      now,
      dependants: dependants.get(held.account.key) ?? [],
      dependantsInFlightUntil: told,
    });
  });
}

/** Returns what a run over managed accounts does about each of them. */
const vaultKindOf = ({ kind }: Pick<Row<"runs">, "kind">) => (kind === "verify" ? kind : "randomize");

/** Sorts orders of one account in one run, each behind its predecessor: several may begin in one millisecond. */
function inTurn(orders: readonly Order[]): readonly Order[] {
  const followed = new Map(orders.map((order) => [order.followedByKey, order.key]));
  const depth = (key: string): number => {
    const before = followed.get(key);
    return before === undefined ? 0 : 1 + depth(before);
  };
  return orders.toSorted((a, b) => depth(a.key) - depth(b.key));
}

/** Confirms passwords that their accounts and all dependents have. */
async function confirmEntries(
  context: CallContext,
  accounts: readonly AccountTree[],
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, AccountTree>> {
  const settledAt = context.clock.now();
  const trees = new Map(accounts.map((held) => [held.account.key, held]));
  const late = new Set(
    (await ordersInFlight(context.store, [...trees.keys()], settledAt)).map(({ entryKey }) => entryKey),
  );
  const rises = accounts.flatMap(({ entries }) => {
    const opened = entries.filter(({ key }) => keys.has(key));
    const at = nextWordAt(entries, settledAt);
    const findings = opened.map(({ key, openedAt }) => ({ key, opens: true, at: openedAt ?? at }));
    return settledBy(entries, findings, ({ key }) => late.has(key));
  });
  return raiseEntries(
    context,
    trees,
    rises.map((rise) => (rise.status === undefined ? rise : { ...rise, settledAt })),
  );
}

/** An ended order, with its account as it is now. */
export interface EndedOrder extends AccountOfRun {
  readonly order: Order;
}

/**
 * Adds the next orders of accounts of which an order has ended, in the current transaction, if their run has something left to do. An
 * order that may have set a password never gets another one: that is another order.
 * @param known dependents of these accounts, as they are now; read if not given
 */
export async function addNextOrders(
  context: CallContext,
  ended: readonly EndedOrder[],
  known?: DependantsOf,
): Promise<void> {
  const { store, ids } = context;
  const going = ended.filter(
    ({ run, order, held }) =>
      order.result !== "X" && run.state !== "stopped" && !isOver(vaultKindOf(run), held.tree, order),
  );
  if (going.length === 0) return;
  const keys = going.map(({ held }) => held.account.key);
  const dependants = known ?? (await dependantsOf(store, keys));
  const acts = await nextActs(context, going, dependants);
  for (const [index, { order, held }] of going.entries()) {
    const act = acts[index]?.act;
    if (act === undefined || act.do === "end") continue;
    const { runKey, managedAccountKey, targetSystemKey, proxyServer } = await asOfAccount(context, order, held);
    const same = { runKey, managedAccountKey, targetSystemKey, proxyServer, openAccountKey: managedAccountKey };
    const next = await orderFor(context, act, dependants.get(managedAccountKey) ?? []);
    const added = await store.add("vaultOrders", { ...same, ...next, key: ids.guid(), createdAt: context.clock.now() });
    await store.save("vaultOrders", { key: order.key, followedByKey: added.key });
  }
}

/** Returns the target of the order that follows: after an order about a dependent, it is that of the account again. */
async function asOfAccount(context: CallContext, order: Order, { account }: AccountTree): Promise<Order> {
  if (order.dependantKey === null) return order;
  const targetSystemKey = (await targetOf(context, account)) ?? order.targetSystemKey;
  return { ...order, targetSystemKey, proxyServer: null };
}

/** Returns the columns of an order for an act. A dependent that is told a password may have it from then on. */
export async function orderFor(
  context: CallContext,
  act: Exclude<AccountAct["act"], { readonly do: "end" }>,
  dependants: readonly DependantRow[],
): Promise<
  Omit<Save<"vaultOrders">, "key" | "runKey" | "managedAccountKey" | "createdAt"> & Pick<Save<"vaultOrders">, "act">
> {
  const now = context.clock.now();
  if (act.do === "set") return { act: "set", candidates: act.candidates };
  const { do: done, entryKey, notBefore } = act;
  const asked = { act: done, entryKey, nextTryAt: notBefore, begunAt: Math.max(now, notBefore ?? 0) };
  const dependant = isForDependants(act) ? dependants.find(({ key }) => key === act.dependantKey) : undefined;
  if (dependant === undefined) return { ...asked, begunAt: done === "restore" ? asked.begunAt : now };
  if (done === "tell" || done === "restore") await tellingBegins(context, dependant.key, entryKey);
  const targetSystemKey = dependant.kind === "plugin" ? noTarget : await targetOf(context, dependant);
  return {
    ...asked,
    dependantKey: dependant.key,
    proxyServer: null,
    ...(targetSystemKey !== undefined && { targetSystemKey }),
  };
}

/** Returns the open orders of accounts, in any run; an account has at most one. */
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
