import { chunkOperationsMax } from "#domain/limits.ts";
import { allOf, anyOf, eq, gt, le, ne } from "#domain/query/condition.ts";
import {
  askedDependantsMax,
  dependantGivenUpMs,
  lanesPerStepMax,
  vaultOrderGivenUpMs,
  vaultRunLookMs,
} from "#domain/vault-run-limits.ts";
import { halfLanes, type RunLane, wholeLane } from "#domain/vault/run-lanes.ts";
import type { Row } from "#store/tables.ts";

import { chosenProxy } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import { beginOrders } from "./begin-orders.ts";
import { noTarget } from "./dependants.ts";
import { endOrders, type OrdersEnd } from "./end-orders.ts";
import { withDeadline } from "./late-orders.ts";
import { openTargets, unanswered } from "./run-orders.ts";
import { isToBeGivenUp } from "./stranded-orders.ts";

type Order = Row<"vaultOrders">;
type Run = Row<"vaultRuns">;

/** Next orders of one lane. */
export interface LaneWork {
  readonly lane: RunLane;
  readonly proxy: string;
  readonly orderKeys: readonly string[];
}

/** Next work of a run on its targets. */
export interface RunWork {
  readonly lanes: readonly LaneWork[];
  /** Names of lanes whose orders now go to another proxy, or to another process of it. */
  readonly giveUp: readonly string[];
  /** Milliseconds until the run is checked again; null to wait for an event. */
  readonly waitMs: number | null;
}

/** Gives each idle lane of a run its next orders, a few lanes at a time, in the current transaction. */
export async function laneWork(context: CallContext, run: Run, busy: ReadonlySet<string>): Promise<RunWork> {
  const lanes: LaneWork[] = [];
  const waits: number[] = busy.size > 0 ? [vaultRunLookMs] : [];
  const { free, giveUp } = await lanesOf(context, run, busy);
  for (const lane of free) {
    if (lanes.length === lanesPerStepMax) {
      waits.push(0);
      break;
    }
    const orders = await readyOrders(context, run, lane);
    const work = await nextOrders(context, run, { lane, orders });
    if (work.orderKeys.length > 0) lanes.push(work);
    else waits.push(...(await waitOf(context, run, { lane, orders })));
  }
  return { lanes, giveUp, waitMs: waits.length === 0 ? null : Math.min(...waits) };
}

interface Lanes {
  readonly free: readonly RunLane[];
  readonly giveUp: readonly string[];
}

/** Returns the idle lanes, and those whose orders are taken back. */
async function lanesOf(context: CallContext, run: Run, busy: ReadonlySet<string>): Promise<Lanes> {
  const free: RunLane[] = [];
  const giveUp: string[] = [];
  for (const targetSystemKey of await openTargets(context, run)) {
    const whole = wholeLane(targetSystemKey, chunkOperationsMax);
    const halves = halfLanes(targetSystemKey, chunkOperationsMax);
    const held = [whole, ...halves].map(({ name }) => name).filter((name) => busy.has(name));
    if (held.length > 0 && (await isToBeTakenBack(context, run, targetSystemKey))) giveUp.push(...held);
    else if (busy.has(whole.name)) continue;
    else if (held.length === 0 && (await fits(context, run, whole))) free.push(whole);
    else free.push(...halves.filter(({ name }) => !busy.has(name)));
  }
  const asking = wholeLane(noTarget, askedDependantsMax);
  if (!busy.has(noTarget) && (await isLeft(context, run, asking))) free.push(asking);
  return { free, giveUp };
}

/** Reports whether a lane has open orders. */
async function isLeft({ store }: CallContext, run: Run, lane: RunLane): Promise<boolean> {
  return (await store.select("vaultOrders", { where: openOf(run, lane), limit: 1 })).length > 0;
}

/** Reports whether one chunk of a lane holds all orders that are ready now. */
async function fits(context: CallContext, run: Run, lane: RunLane): Promise<boolean> {
  return (await readyOrders(context, run, { ...lane, chunk: lane.chunk + 1 })).length <= lane.chunk;
}

interface ReadyLane {
  readonly lane: RunLane;
  /** Orders of the lane that are ready to be sent or begun. */
  readonly orders: readonly Order[];
}

async function nextOrders(context: CallContext, run: Run, { lane, orders }: ReadyLane): Promise<LaneWork> {
  if (lane.targetSystemKey === noTarget) {
    const open = await endForgotten(context, run, orders);
    return { lane, proxy: "", orderKeys: open.map(({ key }) => key) };
  }
  const target = await context.store.get("targetSystems", lane.targetSystemKey);
  if (target?.enabled !== true) {
    await endOrders(
      context,
      run,
      orders.map((order) => ({ order, end: endWithout(order) })),
    );
    return { lane, proxy: "", orderKeys: [] };
  }
  const proxy = await chosenProxy(context, target);
  const open = await endForgotten(context, run, orders);
  return { lane, proxy, orderKeys: await beginOrders(context, run, open, proxy) };
}

/** Returns the end of an order whose target is disabled: a dependent that cannot be told makes the change fail. */
function endWithout(order: Order): OrdersEnd {
  if (order.sends > 0) return unanswered(order);
  const message = "Its target system is disabled, or gone.";
  return order.dependantKey === null
    ? { result: "X", errorCode: null, message }
    : { result: "F", errorCode: "config", message };
}

const openOf = (run: Run, { targetSystemKey, orders }: RunLane) =>
  allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey), eq("result", null), orders);

/** Returns the orders that may be sent or begun now, at most one chunk: first those that hold their account already. */
async function readyOrders({ store, clock }: CallContext, run: Run, lane: RunLane): Promise<readonly Order[]> {
  const ready = allOf(openOf(run, lane), anyOf(eq("nextTryAt", null), le("nextTryAt", clock.now())));
  const begun = await store.select("vaultOrders", {
    where: allOf(ready, ne("openAccountKey", null)),
    limit: lane.chunk,
  });
  const room = lane.chunk - begun.length;
  if (room === 0) return begun;
  const waiting = allOf(ready, eq("openAccountKey", null));
  return [...begun, ...(await store.select("vaultOrders", { where: waiting, limit: room }))];
}

/** Ends orders that have been open for too long and that no one can act on now; returns the others. */
async function endForgotten(context: CallContext, run: Run, orders: readonly Order[]): Promise<readonly Order[]> {
  const now = context.clock.now();
  const isForgotten = ({ begunAt, deadlineAt, dependantKey }: Order) =>
    begunAt !== null &&
    begunAt + (dependantKey === null ? vaultOrderGivenUpMs : dependantGivenUpMs) <= now &&
    (deadlineAt ?? 0) <= now;
  const due = withDeadline(context.store.steadyTime.least(), now);
  const forgotten = orders.filter((order) => isForgotten(due(order)));
  await endOrders(
    context,
    run,
    forgotten.map((order) => ({ order, end: unanswered(order) })),
  );
  return orders.filter((order) => !forgotten.includes(order));
}

async function isToBeTakenBack(context: CallContext, run: Run, targetSystemKey: string): Promise<boolean> {
  const target = await context.store.get("targetSystems", targetSystemKey);
  if (target === undefined) return false;
  return isToBeGivenUp(context, run, { targetSystemKey, proxy: await chosenProxy(context, target) });
}

/** Returns the milliseconds until more can be done in a lane without sendable orders; empty if nothing is left in it. */
async function waitOf(context: CallContext, run: Run, { lane, orders }: ReadyLane): Promise<readonly number[]> {
  const { store, clock } = context;
  const now = clock.now();
  const [next] = await store.select("vaultOrders", {
    where: allOf(openOf(run, lane), gt("nextTryAt", now)),
    orderBy: [["nextTryAt", "asc"]],
    limit: 1,
  });
  if (next?.nextTryAt !== undefined && next.nextTryAt !== null) return [next.nextTryAt - now];
  // An order that has just ended may have left work, and a waiting one may be ready by now.
  return orders.length > 0 || (await isLeft(context, run, lane)) ? [0] : [];
}
