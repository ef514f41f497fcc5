import type { Expression } from "#domain/query/bound-query.ts";
import { allOf, always, anyOf, eq, gt, le, ne } from "#domain/query/condition.ts";
import { lanesPerStepMax, runLookMs } from "#domain/run-limits.ts";
import { halfLanes, type RunLane, wholeLane } from "#domain/runs/run-lanes.ts";
import { withDeadline } from "#domain/runs/steady-deadline.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Allowance, ProxyLanes, Run, RunItem, RunKind } from "../../kernel/run-kind.ts";
import { kindOf } from "./kind-of.ts";
import { openTargets, unanswered } from "./run-items.ts";

/** The next items of one lane. */
export interface AssignedItems {
  readonly lane: RunLane;
  /** Empty = the service itself acts on them. */
  readonly proxy: string;
  readonly itemKeys: readonly string[];
}

/** The next work of a run on its targets. */
export interface RunWork {
  readonly lanes: readonly AssignedItems[];
  /** Names of lanes whose items another proxy, or another process of it, gets now. */
  readonly giveUp: readonly string[];
  /** Milliseconds until the run is checked again; null to wait for an event. */
  readonly waitMs: number | null;
  /** True if more lanes get work by the next step. */
  readonly more: boolean;
}

/** A run whose lanes are walked through. */
interface Walk {
  readonly context: CallContext;
  readonly run: Run;
  readonly kind: RunKind<CallContext>;
}

/** Gives each lane of a run that has nothing in hand its next items, a few lanes at a time, in the current transaction. */
export async function assignItems(context: CallContext, run: Run, busy: ReadonlySet<string>): Promise<RunWork> {
  const walk: Walk = { context, run, kind: await kindOf(context, run) };
  const lanes: AssignedItems[] = [];
  const waits: number[] = busy.size > 0 ? [runLookMs] : [];
  const { free, giveUp } = await lanesOf(walk, busy);
  let more = false;
  for (const lane of free) {
    more = lanes.length === lanesPerStepMax;
    if (more) break;
    const items = await readyItems(walk, lane);
    const work = await nextItems(walk, { lane, items });
    if (work.itemKeys.length > 0) lanes.push(work);
    else waits.push(...(await waitOf(walk, { lane, items })));
  }
  if (more) waits.push(0);
  return { lanes, giveUp, waitMs: waits.length === 0 ? null : Math.min(...waits), more };
}

interface Lanes {
  readonly free: readonly RunLane[];
  readonly giveUp: readonly string[];
}

/** Returns the lanes that have nothing in hand, and those whose items are taken back. */
async function lanesOf(walk: Walk, busy: ReadonlySet<string>): Promise<Lanes> {
  const { byProxies, byService } = walk.kind;
  const free: RunLane[] = [];
  const giveUp: string[] = [];
  for (const target of await openTargets(walk.context, walk.run)) {
    if (byService?.has(target)) free.push(wholeLane(target, byService.chunk));
    else if (byProxies !== undefined) {
      const lanes = await proxyLanes(walk, target, { byProxies, busy });
      free.push(...lanes.free);
      giveUp.push(...lanes.giveUp);
    }
  }
  const unused = free.filter(({ name }) => !busy.has(name));
  if (byService?.has("") && !busy.has("")) {
    const nameless = wholeLane("", byService.chunk);
    if (await isLeft(walk, nameless)) unused.push(nameless);
  }
  return { free: unused, giveUp };
}

interface Served {
  readonly byProxies: ProxyLanes<CallContext>;
  readonly busy: ReadonlySet<string>;
}

/** Returns the lanes of one target, which is served by a proxy: one where a chunk holds all that it can be given now, else two. */
async function proxyLanes(walk: Walk, target: string, { byProxies, busy }: Served): Promise<Lanes> {
  const whole = wholeLane(target, byProxies.chunk);
  const halves = halfLanes(target, byProxies.chunk);
  const giveUp = [whole, ...halves].map(({ name }) => name).filter((name) => busy.has(name));
  if (giveUp.length > 0 && (await byProxies.isToBeTakenBack(walk.context, walk.run, target)))
    return { free: [], giveUp };
  if (busy.has(whole.name)) return { free: [], giveUp: [] };
  const isWhole = giveUp.length === 0 && (await fits(walk, whole));
  return { free: isWhole ? [whole] : halves, giveUp: [] };
}

/** Tells whether anything of a lane is still to be done. */
async function isLeft(walk: Walk, lane: RunLane): Promise<boolean> {
  const { context, kind } = walk;
  return (await context.store.select(kind.items.table, { where: openOf(walk, lane), limit: 1 })).length > 0;
}

/** Tells whether one chunk of a lane holds all that it can be given now. */
async function fits(walk: Walk, lane: RunLane): Promise<boolean> {
  const { table } = walk.kind.items;
  const keys = await ready(walk, { ...lane, chunk: lane.chunk + 1 }, (where, limit) =>
    walk.context.store.selectColumns(table, ["key"], { where, limit }),
  );
  return keys.length <= lane.chunk;
}

interface ReadyLane {
  readonly lane: RunLane;
  /** Items of it that are to be sent or begun now. */
  readonly items: readonly RunItem[];
}

async function nextItems(walk: Walk, { lane, items }: ReadyLane): Promise<AssignedItems> {
  const { context, run, kind } = walk;
  const { byProxies, byService } = kind;
  if (byProxies === undefined || byService?.has(lane.targetSystemKey)) {
    const open = await endForgotten(walk, items);
    return { lane, proxy: "", itemKeys: open.map(({ key }) => key) };
  }
  const proxy = await byProxies.proxyOf(context, lane.targetSystemKey);
  if (proxy === undefined) {
    await kind.end(
      context,
      run,
      items.map((item) => ({ item, end: item.sends > 0 ? unanswered(item) : byProxies.endUnserved(item) })),
    );
    return { lane, proxy: "", itemKeys: [] };
  }
  const open = await endForgotten(walk, items);
  return { lane, proxy, itemKeys: await byProxies.begin(context, run, { items: open, proxy }) };
}

const openOf = ({ run }: Walk, { targetSystemKey, items }: RunLane) =>
  allOf(eq("runKey", run.key), eq("targetSystemKey", targetSystemKey), eq("result", null), items);

/** Returns items that may be sent or begun now, a chunk at most: first those that are in hand already. */
function readyItems(walk: Walk, lane: RunLane): Promise<readonly RunItem[]> {
  return ready(walk, lane, (where, limit) => walk.context.store.select(walk.kind.items.table, { where, limit }));
}

/** Reads a number of items that fulfil a condition, or some columns of them. */
type ItemReader<T> = (where: Expression, limit: number) => Promise<readonly T[]>;

async function ready<T>(walk: Walk, lane: RunLane, read: ItemReader<T>): Promise<readonly T[]> {
  const { heldBy } = walk.kind.items;
  const now = walk.context.clock.now();
  const due = allOf(openOf(walk, lane), anyOf(eq("nextTryAt", null), le("nextTryAt", now)));
  const begun = await read(allOf(due, ne(heldBy, null)), lane.chunk);
  if (begun.length === lane.chunk) return begun;
  const { items, where = always } = await allowanceOf(walk, lane);
  const room = Math.min(lane.chunk - begun.length, items);
  if (room === 0) return begun;
  return [...begun, ...(await read(allOf(due, eq(heldBy, null), where), room))];
}

const allowed: Allowance = { items: Infinity, waitMs: null };

async function allowanceOf({ context, run, kind }: Walk, { targetSystemKey }: RunLane): Promise<Allowance> {
  const lanes = kind.byService?.has(targetSystemKey) ? kind.byService : kind.byProxies;
  return (await lanes?.allowance?.(context, run, targetSystemKey)) ?? allowed;
}

/** Ends items that have been open for too long and that nobody can act on now; gives the others. */
async function endForgotten({ context, run, kind }: Walk, items: readonly RunItem[]): Promise<readonly RunItem[]> {
  const now = context.clock.now();
  const isForgotten = (item: RunItem) =>
    item.begunAt !== null && item.begunAt + kind.givenUpMs(item) <= now && (item.deadlineAt ?? 0) <= now;
  const due = withDeadline(context.store.steadyTime.least(), now);
  const forgotten = items.filter((item) => isForgotten(due(item)));
  await kind.end(
    context,
    run,
    forgotten.map((item) => ({ item, end: unanswered(item) })),
  );
  return items.filter((item) => !forgotten.includes(item));
}

/** Returns the time until more can be done in a lane of which nothing can be sent now; none where nothing is left in it. */
async function waitOf(walk: Walk, { lane, items }: ReadyLane): Promise<readonly number[]> {
  const { store, clock } = walk.context;
  const now = clock.now();
  const [next] = await store.select(walk.kind.items.table, {
    where: allOf(openOf(walk, lane), gt("nextTryAt", now)),
    orderBy: [["nextTryAt", "asc"]],
    limit: 1,
  });
  const waits = next?.nextTryAt === undefined || next.nextTryAt === null ? [] : [next.nextTryAt - now];
  const { items: may, waitMs } = await allowanceOf(walk, lane);
  if (may === 0 && (await isLeft(walk, lane))) return [...waits, waitMs ?? runLookMs];
  if (waits.length > 0) return waits;
  // An order that has just ended may have left work, and a waiting one may be ready by now.
  return items.length > 0 || (await isLeft(walk, lane)) ? [0] : [];
}
