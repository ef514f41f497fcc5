import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { isStranded } from "#domain/runs/stranded.ts";
import { heldAccountPauseMs, vaultOrderLateMs } from "#domain/vault-run-limits.ts";
import { fitForRun } from "#domain/vault/due-accounts.ts";
import type { Row, Save } from "#store/tables.ts";

import { processBegunAt } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { ItemEnd } from "../../kernel/run-kind.ts";
import { dependantsOf, type DependantsOf } from "./dependants.ts";
import { endOrders } from "./end-orders.ts";
import { type AccountTree, addEntries, lockTrees, type NewEntry } from "./entries.ts";
import { type NotMade, passwordMaker } from "./new-password.ts";
import { type AccountAct, isForDependants, nextActs, openOrders, orderFor } from "./next-orders.ts";
import { runRefusal } from "./run-refusal.ts";
import { runTerms } from "./run-terms.ts";

type Order = Row<"vaultOrders">;
type Run = Row<"runs">;

interface Turn {
  readonly order: Order;
  readonly held: AccountTree;
}

/**
 * Begins orders of a run on one target, in the current transaction, and returns the keys of those that can be sent. Passwords are written
 * into the vault before any proxy learns of them. An account that another run holds is tried later; an account with nothing left to do ends
 * its order.
 */
export async function beginOrders(
  context: CallContext,
  run: Run,
  orders: readonly Order[],
  proxy: string,
): Promise<readonly string[]> {
  const waiting = orders.filter(({ entryKey }) => entryKey === null);
  const sendable = orders.filter(({ entryKey }) => entryKey !== null);
  await give(context, sendable, proxy);
  if (waiting.length === 0) return sendable.map(({ key }) => key);
  const keys = waiting.map(({ managedAccountKey }) => managedAccountKey);
  const trees = await lockTrees(context, keys);
  const turns = await turnsOf(context, run, { waiting: await lockWaiting(context, waiting), trees });
  const dependants = await dependantsOf(
    context.store,
    turns.map(({ held }) => held.account.key),
  );
  const acts = await nextActs(
    context,
    turns.map(({ order, held }) => ({ run, held, isNew: order.begunAt === null && order.openAccountKey === null })),
    dependants,
  );
  const now = new Map([...trees, ...acts.map(({ held }) => [held.account.key, held] as const)]);
  const begun = await begin(context, run, { turns, acts, dependants, trees: now, proxy });
  return [...sendable.map(({ key }) => key), ...begun];
}

/** Assigns orders that have their password to a proxy, or to its process that has begun since they were sent. */
async function give(context: CallContext, orders: readonly Order[], proxy: string): Promise<void> {
  const begunAt = await processBegunAt(context, proxy);
  for (const order of orders) {
    const { key } = order;
    if (order.proxyServer !== proxy) await context.store.save("vaultOrders", { key, proxyServer: proxy });
    if (isStranded(order, begunAt, vaultOrderLateMs))
      await context.store.save("vaultOrders", { key, nextTryAt: begunAt });
  }
}

/** Locks those of the orders that no one has begun or ended meanwhile, behind their accounts. */
async function lockWaiting({ store }: CallContext, orders: readonly Order[]): Promise<readonly Order[]> {
  const keys = orders.map(({ key }) => key);
  const where = allOf(oneOf("key", keys), eq("result", null), eq("entryKey", null));
  return store.select("vaultOrders", { where, orderBy: [["key", "asc"]], forUpdate: true });
}

/** Returns those of the orders whose turn it is; the others wait for another run, or end. */
async function turnsOf(
  context: CallContext,
  run: Run,
  { waiting, trees }: { readonly waiting: readonly Order[]; readonly trees: ReadonlyMap<string, AccountTree> },
): Promise<readonly Turn[]> {
  const { store, clock } = context;
  const open = await openOrders(context, [...trees.keys()]);
  // An order that has begun with an account keeps it.
  const own = (order: Order) => order.openAccountKey !== null;
  const fit = await fitKeys(
    context,
    run,
    waiting.filter((order) => !own(order)),
  );
  const turns: Turn[] = [];
  const unfit: { order: Order; end: ItemEnd }[] = [];
  for (const order of waiting) {
    const held = trees.get(order.managedAccountKey);
    const isHeld = !own(order) && open.has(order.managedAccountKey);
    if (isHeld) await store.save("vaultOrders", { key: order.key, nextTryAt: clock.now() + heldAccountPauseMs });
    else if (held !== undefined && (own(order) || fit.has(order.managedAccountKey))) turns.push({ order, held });
    else unfit.push({ order, end: { result: "X", errorCode: null, message: await wordsOf(context, run, held) } });
  }
  await endOrders(context, run, unfit);
  return turns;
}

async function fitKeys(context: CallContext, run: Run, orders: readonly Order[]): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set();
  const named = oneOf(
    "key",
    orders.map(({ managedAccountKey }) => managedAccountKey),
  );
  const where = allOf(named, fitForRun(run, await runTerms(context)));
  return new Set((await context.store.select("managedAccounts", { where })).map(({ key }) => key));
}

async function wordsOf(context: CallContext, { kind }: Run, held: AccountTree | undefined): Promise<string> {
  if (held === undefined) return "The managed account is gone.";
  const words = await runRefusal(context, kind, held.account);
  return words ?? "Its turn is over: the window has closed, or it has been done meanwhile.";
}

interface BegunTurns {
  readonly turns: readonly Turn[];
  readonly acts: readonly AccountAct[];
  readonly dependants: DependantsOf;
  readonly trees: ReadonlyMap<string, AccountTree>;
  readonly proxy: string;
}

async function begin(
  context: CallContext,
  run: Run,
  { turns, acts, dependants, trees, proxy }: BegunTurns,
): Promise<string[]> {
  const { store, clock } = context;
  const make = passwordMaker(context);
  const now = clock.now();
  const made: { order: Order; candidates: number; entry: NewEntry }[] = [];
  const ending: { order: Order; end: ItemEnd }[] = [];
  const begun: string[] = [];
  const saved: Save<"vaultOrders">[] = [];
  for (const [index, { order }] of turns.entries()) {
    const { act, held } = acts[index] as AccountAct;
    const { key, managedAccountKey } = order;
    if (isForDependants(act)) {
      // The act may belong to the lane of another target, which begins it itself.
      const next = await orderFor(context, act, dependants.get(managedAccountKey) ?? []);
      saved.push({ proxyServer: null, ...next, key, openAccountKey: managedAccountKey });
    } else if (act.do === "verify") {
      const isNow = (act.notBefore ?? 0) <= now;
      const verified = { act: "verify", entryKey: act.entryKey, nextTryAt: act.notBefore } as const;
      saved.push({ key, ...verified, openAccountKey: managedAccountKey, begunAt: now, proxyServer: proxy });
      if (isNow) begun.push(key);
    } else if (act.do === "set") {
      const password = await make(held.account.policyId);
      const of = { managedAccountKey, origin: "randomized", createdBy: run.requestedBy, runKey: run.key } as const;
      if ("notMade" in password) ending.push({ order, end: noPassword[password.notMade] });
      else made.push({ order, candidates: act.candidates, entry: { ...of, secret: password.secret } });
    } else ending.push({ order, end: nothingToDo(held) });
  }
  const entries = await addEntries(
    context,
    trees,
    made.map(({ entry }) => entry),
  );
  for (const [index, { order, candidates }] of made.entries()) {
    const { key, managedAccountKey } = order;
    const set = { act: "set", entryKey: entries[index]?.key ?? null, candidates, begunAt: now } as const;
    saved.push({ key, ...set, openAccountKey: managedAccountKey, proxyServer: proxy });
    begun.push(key);
  }
  await store.saveAll("vaultOrders", saved);
  await endOrders(context, run, ending);
  return begun;
}

const noPassword: Readonly<Record<NotMade, ItemEnd>> = {
  rules: {
    result: "F",
    errorCode: "config",
    message: "No password keeps all rules of the password policy of its managed system policy.",
  },
  breachedList: {
    result: "F",
    errorCode: "config",
    message:
      "Its password policy requires the list of breached passwords, and the list is missing or damaged. Build it with 'gatehouse breached build'.",
  },
};

const nothingToDo = ({ tree }: AccountTree): ItemEnd => ({
  result: "X",
  errorCode: null,
  message: tree.state === "conflict" ? "Its passwords are in conflict: settle them first." : "There was nothing to do.",
});
