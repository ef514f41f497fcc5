import { accessEndWaitMs } from "#domain/access-limits.ts";
import { isOver } from "#domain/access/access-end.ts";
import { chunkOperationsMax } from "#domain/limits.ts";
import { lifeOf, noLife, type ProxyLife } from "#domain/proxies/proxy-life.ts";
import { familyOf } from "#domain/requests/operation-codes.ts";
import { isFinalResult, OperationResult } from "#domain/requests/operation-result.ts";
import type { Chunk, RequestStep, RequestStepInput } from "#domain/requests/request-step.ts";
import { blocked, dependencyFailed, ready } from "#domain/requests/step-graph.ts";
import type { Row } from "#store/tables.ts";

import { chosenProxy } from "../../abilities/serving-proxy.ts";
import type { CallContext } from "../../kernel/context.ts";
import type { TargetOf } from "../../kernel/performer.ts";
import { afterTry } from "./after-try.ts";
import { askApplicable, isAskedNow } from "./ask-applicable.ts";
import { endIsUnderWay } from "./end-is-under-way.ts";
import { finishRequest } from "./finish-request.ts";
import { retryIntervalsOf } from "./password-queue.ts";
import { turnOf } from "./password-turns.ts";
import { performerOf } from "./performers-of.ts";
import { groupNoLongerManaged } from "./requested-groups.ts";
import { resetBlockedSince } from "./reset-blocked.ts";
import { saveOperation } from "./save-operation.ts";
import { settleWork } from "./settle-work.ts";
import { forbiddenBySod } from "./sod-again.ts";
import { withoutTurn } from "./without-turn.ts";
import { keepsMemberships } from "./written-memberships.ts";

type Operation = Row<"requestOperations">;
type Changes = Partial<Omit<Operation, "key">>;

/** Operations of one request during a step. */
interface Board {
  readonly request: Row<"reqbatch">;
  readonly rows: Map<string, Operation>;
  /** Keys of the operations that the engine holds: on a queue, or with a proxy. */
  readonly held: Set<string>;
  /** True if a workflow offers the operations that are handed out, so that hand-outs count. */
  readonly isOffered: boolean;
  change(key: string, changes: Changes): Promise<void>;
}

/** Operations that the engine holds; null if there is no workflow yet. */
type InHand = Pick<RequestStepInput, "held"> | null;

/** Advances the operations of an approved request: judges ended attempts, hands out those that may begin, ends the request. */
export async function advanceOperations(
  context: CallContext,
  request: Row<"reqbatch">,
  inHand: InHand,
): Promise<RequestStep> {
  const board = await readBoard(context, request, inHand);
  const giveUp = await judgeTries(context, board);
  await failBlocked(context, board);
  const chunks = await handOutAll(context, board);
  if ([...board.rows.values()].every(({ result }) => isFinalResult(result))) {
    await finishRequest(context, request, ["C"], [...board.rows.values()]);
    return { do: "finished" };
  }
  await settleWork(context, request, [...board.rows.values()]);
  const rest = { waitMs: nextMoment(context, board), ...(giveUp.length > 0 && { giveUp }) };
  return chunks.length === 0 ? { do: "wait", ...rest } : { do: "perform", chunks, ...rest };
}

async function readBoard(context: CallContext, request: Row<"reqbatch">, inHand: InHand): Promise<Board> {
  const requestKey = request.key;
  const operations = await context.store.select("requestOperations", {
    where: { requestKey },
    orderBy: [["sequence", "asc"]],
    forUpdate: true,
  });
  const rows = new Map(operations.map((row) => [row.key, row]));
  return {
    request,
    rows,
    held: new Set(inHand?.held),
    isOffered: inHand !== null,
    async change(key, changes) {
      rows.set(key, await saveOperation(context, { key, requestKey }, changes));
    },
  };
}

/** Judges held operations; returns the keys of those to take back from their queue. */
async function judgeTries(context: CallContext, board: Board): Promise<string[]> {
  const { clock } = context;
  const lives = new Map<string, ProxyLife>();
  const givenUp: string[] = [];
  for (const operation of board.rows.values()) {
    if (operation.result !== OperationResult.Pending || operation.nextTryAt !== null) continue;
    // A waiting check-out is handled by itself, and so is a task.
    if (familyOf(operation.code).by !== "target" || operation.task !== null) continue;
    const id = operation.proxyServer ?? "";
    const proxy = lives.get(id) ?? (await lifeOfProxy(context, id));
    lives.set(id, proxy);
    const held = board.held.has(operation.key);
    const intervalsSeconds = await retryIntervalsOf(context, operation);
    const circumstances = { now: clock.now(), intervalsSeconds, proxy, held };
    const changes = afterTry(operation, circumstances);
    if (!changes) continue;
    await board.change(operation.key, changes);
    if (held) givenUp.push(operation.key);
  }
  return givenUp;
}

async function lifeOfProxy({ store, clock }: CallContext, id: string): Promise<ProxyLife> {
  const proxy = await store.get("proxyServers", id);
  return proxy ? lifeOf(proxy, clock.now()) : noLife;
}

async function failBlocked({ clock }: CallContext, board: Board): Promise<void> {
  for (const { key, because } of blocked([...board.rows.values()])) {
    const before = board.rows.get(because);
    const { code } = board.rows.get(key) ?? {};
    const error =
      code !== undefined && familyOf(code).endsWithOthers === true
        ? errorOf(before)
        : {
            errorCode: dependencyFailed,
            errorMessage: `Not begun: operation ${before?.sequence} (${before?.code}) did not succeed.`,
          };
    await board.change(key, { ...error, result: OperationResult.Failed, finishedAt: clock.now() });
  }
}

/** Returns the error columns of a whole call: those of the operation that failed. */
function errorOf(before: Operation | undefined): Changes {
  const { errorCode = null, errorMessage = null, errorTargetCode = null } = before ?? {};
  return { errorCode, errorMessage, errorTargetCode };
}

async function dueAgain(context: CallContext, board: Board): Promise<string[]> {
  const now = context.clock.now();
  const due: string[] = [];
  for (const operation of board.rows.values()) {
    if (operation.result !== OperationResult.Pending || operation.nextTryAt === null || operation.nextTryAt > now)
      continue;
    // An operation that its proxy would not accept stays with its chunk until that has ended; one that was given up is taken back first.
    if (board.held.has(operation.key)) continue;
    const bar = await resetBlockedSince(context, operation);
    if (bar) {
      await board.change(operation.key, bar);
      continue;
    }
    const { stillApplicable } = await performerOf(context, operation.code);
    if ((await stillApplicable?.(context, board.request, operation)) ?? true) due.push(operation.key);
    else
      await board.change(operation.key, {
        result: OperationResult.NoLongerApplicable,
        nextTryAt: null,
        finishedAt: now,
      });
  }
  return due;
}

/** Returns the keys of operations that may begin now. Operations that may not be performed any more end. */
async function readyToBegin(context: CallContext, board: Board): Promise<string[]> {
  for (;;) {
    const keys = ready([...board.rows.values()]);
    const operations = [...board.rows.values()];
    const over = new Map<string, Changes>(await forbiddenBySod(context, board.request, { operations, keys }));
    for (const key of keys) {
      const operation = board.rows.get(key);
      const end = over.has(key) ? undefined : operation && (await endBefore(context, operation));
      if (end) over.set(key, end);
    }
    if (over.size === 0) return keys;
    for (const [key, end] of over) await board.change(key, end);
  }
}

/**
 * Returns the end of an operation that has not begun: it would grant a membership that no one approved, because it was to be kept and is
 * gone, its group is no longer managed, its access would be over at once, or a block bars the password reset. Undefined if it may begin.
 */
async function endBefore(context: CallContext, operation: Operation): Promise<Changes | undefined> {
  const end = { result: OperationResult.NoLongerApplicable, finishedAt: context.clock.now() };
  if (!(await keepsMemberships(context, operation))) return end;
  const bar = await resetBlockedSince(context, operation);
  if (bar) return bar;
  if (isOver(operation, context.clock.now()))
    return {
      ...end,
      errorMessage: "Not begun: the time until which it was to give access has passed. Submit a new request.",
    };
  const group = await groupNoLongerManaged(context, operation);
  if (group === undefined) return undefined;
  const errorMessage = `Not begun: the group '${group.shortId}' is no longer managed, so it can't be requested. Ask an administrator to manage it, then submit a new request.`;
  return { ...end, errorMessage };
}

/** Returns the keys of operations that may be sent or begun now; those that their plug-in ends make others ready, or fail them. */
async function toSend(context: CallContext, board: Board): Promise<string[]> {
  for (;;) {
    const due = [...(await dueAgain(context, board)), ...(await readyToBegin(context, board))];
    const operations = due.flatMap((key) => board.rows.get(key) ?? []);
    const sent = await askApplicable(context, { operations, change: board.change });
    if (!due.some((key) => isFinalResult(board.rows.get(key)?.result ?? null))) return sent;
    await failBlocked(context, board);
  }
}

/** Hands out what may begin, and what may begin after operations that end at once, because the hub performs them itself. */
async function handOutAll(context: CallContext, board: Board): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (;;) {
    const keys = await toSend(context, board);
    chunks.push(...(await handOut(context, board, keys)));
    if (!keys.some((key) => isFinalResult(board.rows.get(key)?.result ?? null))) return chunks;
    await failBlocked(context, board);
  }
}

async function handOut(context: CallContext, board: Board, keys: readonly string[]): Promise<Chunk[]> {
  const targetOf: TargetOf = remembered((id) => context.store.get("targetSystems", id));
  const proxyOf = remembered(async (id) => chosenProxy(context, (await targetOf(id)) ?? { proxyServers: [] }));
  const chunks: { proxy: string; operationKeys: string[] }[] = [];
  for (const key of keys) {
    const done = await performHere(context, board, { key, targetOf });
    if (done !== undefined) {
      await board.change(key, done);
      continue;
    }
    const waits = await waitsForOthers(context, board, key);
    if (waits !== undefined) {
      await board.change(key, waits);
      continue;
    }
    const proxy = await proxyOf(board.rows.get(key)?.targetSystemKey ?? "");
    await board.change(key, {
      result: OperationResult.Pending,
      proxyServer: proxy,
      nextTryAt: null,
      handedOutAt: context.clock.now(),
      handOuts: (board.rows.get(key)?.handOuts ?? 0) + (board.isOffered ? 1 : 0),
    });
    board.held.add(key);
    const open = chunks.findLast((chunk) => chunk.proxy === proxy);
    if (open && open.operationKeys.length < chunkOperationsMax) open.operationKeys.push(key);
    else chunks.push({ proxy, operationKeys: [key] });
  }
  return chunks;
}

/**
 * Returns the changes of an operation that cannot be sent now, because others on the same access or password have not ended, or because a
 * newer one has taken its place; undefined if it can.
 */
async function waitsForOthers(
  context: CallContext,
  { request, rows }: Board,
  key: string,
): Promise<Changes | undefined> {
  const operation = rows.get(key);
  if (operation === undefined) return undefined;
  if (await endIsUnderWay(context, operation))
    return { result: OperationResult.Pending, nextTryAt: context.clock.now() + accessEndWaitMs };
  const turn = await turnOf(context, operation);
  return turn === "go" ? undefined : withoutTurn(context, request, { operation, turn });
}

interface Begun {
  readonly key: string;
  readonly targetOf: TargetOf;
}

/** Performs an operation that needs no proxy; returns undefined for others. */
async function performHere(
  context: CallContext,
  { request, rows }: Board,
  { key, targetOf }: Begun,
): Promise<Changes | undefined> {
  const operation = rows.get(key);
  if (operation === undefined) return undefined;
  const { begin, ended } = await performerOf(context, operation.code);
  const changes = await begin?.(context, operation, targetOf);
  if (changes?.result !== OperationResult.Success) return changes;
  const { accountKey, groupKey } = (await ended?.(context, { request, operation, outcome: {} })) ?? {};
  return { ...changes, ...(accountKey !== undefined && { accountKey }), ...(groupKey !== undefined && { groupKey }) };
}

/** Makes a reader that reads each thing once. */
function remembered<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (id) => {
    const found = known.get(id) ?? read(id);
    known.set(id, found);
    return found;
  };
}

function nextMoment({ clock }: CallContext, board: Board): number | null {
  // The engine ends the operations that it holds, and the sweep wakes those that wait for a proxy that is gone.
  const moments = [...board.rows.values()].flatMap((operation) => {
    const { key, result, nextTryAt } = operation;
    const isDue = result === OperationResult.Pending && nextTryAt !== null && !board.held.has(key);
    // The answer of a plug-in wakes the request.
    return isDue && !isAskedNow(operation) ? [nextTryAt] : [];
  });
  return moments.length === 0 ? null : Math.max(1, Math.min(...moments) - clock.now());
}
