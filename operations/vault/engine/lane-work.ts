import { chunkOperationsMax } from "#domain/limits.ts";
import { allOf, anyOf, eq, gt, le, ne } from "#domain/query/condition.ts";
import { lanesPerStepMax, vaultOrderGivenUpMs, vaultRunLookMs } from "#domain/vault-run-limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import { chosenProxy } from "../../requests/engine/serving-proxy.ts";
import { beginOrders } from "./begin-orders.ts";
import { endOrders } from "./end-orders.ts";
import { openTargets, unanswered } from "./run-orders.ts";

type Order = Row<"vaultOrders">;
type Run = Row<"vaultRuns">;

/** The next orders of one target system. */
export interface LaneWork {
  readonly targetSystemKey: string;
  readonly proxy: string;
  readonly orderKeys: readonly string[];
}

/** What a run does next on its targets. */
export interface RunWork {
  readonly lanes: readonly LaneWork[];
  /** Targets whose orders another proxy gets now. */
  readonly giveUp: readonly string[];
  /** When the run is to be looked at again; null = when something has happened. */
  readonly waitMs: number | null;
}

/** Gives each target of a run that has nothing in hand its next orders, a few targets at a time, in the current transaction. */
export async function laneWork(context: CallContext, run: Run, busy: ReadonlySet<string>): Promise<RunWork> {
  const lanes: LaneWork[] = [];
  const giveUp: string[] = [];
  const waits: number[] = busy.size > 0 ? [vaultRunLookMs] : [];
  let begun = 0;
  for (const targetSystemKey of await openTargets(context, run)) {
    if (busy.has(targetSystemKey)) {
      if (await isMoved(context, run, targetSystemKey)) giveUp.push(targetSystemKey);
      continue;
    }
    if (begun === lanesPerStepMax) {
      waits.push(0);
      break;
    }
    const lane = await nextOrders(context, run, targetSystemKey);
    if (lane.orderKeys.length > 0) {
      lanes.push(lane);
      begun += 1;
    } else waits.push(await waitOf(context, run, targetSystemKey));
  }
  return { lanes, giveUp, waitMs: waits.length === 0 ? null : Math.min(...waits) };
}

async function nextOrders(context: CallContext, run: Run, targetSystemKey: string): Promise<LaneWork> {
  const { store } = context;
  const target = await store.get("targetSystems", targetSystemKey);
  const orders = await readyOrders(context, run, targetSystemKey);
  if (target?.enabled !== true) {
    const end = { result: "X", errorCode: null, message: "Its target system is disabled, or gone." } as const;
    await endOrders(
      context,
      run,
      orders.map((order) => ({ order, end: order.sends === 0 ? end : unanswered(order) })),
    );
    return { targetSystemKey, proxy: "", orderKeys: [] };
  }
  const proxy = await chosenProxy(context, target);
  const open = await endForgotten(context, run, orders);
  return { targetSystemKey, proxy, orderKeys: await beginOrders(context, run, open, proxy) };
}

/** Orders that may be sent or begun now: first those that have their account already. */
async function readyOrders(
  { store, clock }: CallContext,
  run: Run,
  targetSystemKey: string,
): Promise<readonly Order[]> {
  const lane = allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey), eq("result", null));
  const ready = allOf(lane, anyOf(eq("nextTryAt", null), le("nextTryAt", clock.now())));
  const begun = await store.select("vaultOrders", {
    where: allOf(ready, ne("openAccountKey", null)),
    limit: chunkOperationsMax,
  });
  const room = chunkOperationsMax - begun.length;
  if (room === 0) return begun;
  const waiting = allOf(ready, eq("openAccountKey", null));
  return [...begun, ...(await store.select("vaultOrders", { where: waiting, limit: room }))];
}

/** Ends orders that have been open for too long and that nobody can act on now; gives the others. */
async function endForgotten(context: CallContext, run: Run, orders: readonly Order[]): Promise<readonly Order[]> {
  const now = context.clock.now();
  const isForgotten = ({ begunAt, deadlineAt }: Order) =>
    begunAt !== null && begunAt + vaultOrderGivenUpMs <= now && (deadlineAt ?? 0) <= now;
  const forgotten = orders.filter(isForgotten);
  await endOrders(
    context,
    run,
    forgotten.map((order) => ({ order, end: unanswered(order) })),
  );
  return orders.filter((order) => !forgotten.includes(order));
}

async function isMoved(context: CallContext, run: Run, targetSystemKey: string): Promise<boolean> {
  const { store } = context;
  const target = await store.get("targetSystems", targetSystemKey);
  if (target === undefined) return false;
  const proxy = await chosenProxy(context, target);
  const lane = allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey), eq("result", null));
  const elsewhere = allOf(lane, ne("openAccountKey", null), ne("proxyServer", null), ne("proxyServer", proxy));
  return (await store.select("vaultOrders", { where: elsewhere, limit: 1 })).length > 0;
}

/** The time until the next order of a target may be sent. */
async function waitOf({ store, clock }: CallContext, run: Run, targetSystemKey: string): Promise<number> {
  const now = clock.now();
  const lane = allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey), eq("result", null));
  const where = allOf(lane, gt("nextTryAt", now));
  const [next] = await store.select("vaultOrders", { where, orderBy: [["nextTryAt", "asc"]], limit: 1 });
  // What has just ended may have left something behind that can be done at once.
  return next?.nextTryAt === undefined || next.nextTryAt === null ? 0 : Math.max(0, next.nextTryAt - now);
}
