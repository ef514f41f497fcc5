import { handOutPauseMs, heldMaxMs, orderAnswerMs, orderFetchMs } from "#domain/engine-limits.ts";
import type { ProxyLife } from "#domain/proxies/proxy-life.ts";
import { definitionOf, isOperationCode } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { afterFailure } from "#domain/requests/retry-schedule.ts";
import type { Row } from "#store/tables.ts";

type Operation = Row<"requestOperations">;

/** Columns in which an ended attempt leaves its traces. */
export type TryChanges = Partial<
  Pick<Operation, "result" | "nextTryAt" | "retries" | "errorCode" | "errorMessage" | "finishedAt">
>;

/** Facts for judging an attempt besides its row. */
export interface TryCircumstances {
  readonly now: number;
  readonly intervalsSeconds: readonly number[];
  /** State of the proxy that got the operation, by its own reports. */
  readonly proxy: ProxyLife;
  /** True if the engine still holds it: on the queue, or with a worker. */
  readonly held: boolean;
}

const words: Readonly<Record<"unreachable" | "timeout", string>> = {
  unreachable: "No proxy took the operation in time.",
  timeout: "The proxy gave no answer in time.",
};

/**
 * Computes the changes of a pending operation without next attempt; undefined while its proxy may still answer. They follow only from the
 * row, the clock and the reports of the proxy. The engine's word counts for nothing, because anyone who reaches the engine can send it: it
 * triggers this check but never determines a result.
 */
export function afterTry(operation: Operation, circumstances: TryCircumstances): TryChanges | undefined {
  const { errorCode, outcomeSignature, sends, handOuts } = operation;
  const held = circumstances.held && !isHeldTooLong(operation, circumstances);
  if (!held && errorCode !== null && outcomeSignature !== null) return failed(operation, errorCode, circumstances);
  // An operation handed out before the workflow existed was never on a queue, unless this workflow holds it.
  if (!held && sends === 0 && handOuts === 0) return { nextTryAt: circumstances.now };
  if (sends === 0 && isUnfetched(operation, circumstances)) return failedUnsigned(operation, circumstances);
  if (held) return undefined;
  return sends === 0 ? offeredAgain(operation, circumstances) : afterSilence(operation, circumstances);
}

function afterSilence(operation: Operation, circumstances: TryCircumstances): TryChanges {
  const { proxy, now } = circumstances;
  const sentAt = operation.sentAt ?? 0;
  if (now < sentAt + orderAnswerMs) return lookedAtAgain(operation, circumstances);
  if (!proxy.takesOrders) return failedUnsigned(operation, circumstances);
  return proxy.hasWorkedSince(sentAt) ? lookedAtAgain(operation, circumstances) : afterCrash(operation, circumstances);
}

/** Reports whether the engine cannot hold it anymore, whatever its history says. */
function isHeldTooLong({ sends, handedOutAt, sentAt }: Operation, { now }: TryCircumstances): boolean {
  return sends === 0 ? now > (handedOutAt ?? 0) + heldMaxMs.queued : now > (sentAt ?? 0) + heldMaxMs.fetched;
}

/** Reports whether no process could fetch it, for a while already. */
function isUnfetched({ handedOutAt }: Operation, { now, proxy }: TryCircumstances): boolean {
  return !proxy.takesOrders && now >= (handedOutAt ?? 0) + orderFetchMs;
}

/** Offers it again: the proxy is alive and has not fetched it, so none of its processes took it off the queue. */
function offeredAgain({ handedOutAt, handOuts }: Operation, { now }: TryCircumstances): TryChanges {
  const { shortest, longest } = handOutPauseMs;
  const pause = Math.min(longest, shortest * 2 ** Math.max(0, (handOuts ?? 1) - 1));
  return { nextTryAt: Math.max(now, (handedOutAt ?? 0) + pause) };
}

/** Schedules another send for when no one can be working on it anymore; the proxy then looks before it acts. */
function lookedAtAgain({ sentAt }: Operation, { now }: TryCircumstances): TryChanges {
  return { nextTryAt: Math.max(now, (sentAt ?? 0) + orderAnswerMs) };
}

/** Schedules one more check soon after the process that had it has died; an operation that kills its processes repeatedly fails. */
function afterCrash(operation: Operation, circumstances: TryCircumstances): TryChanges {
  const { code, retries } = operation;
  const isOnce = isOperationCode(code) && definitionOf(code).once;
  if (retries > 0 || isOnce) return failedUnsigned(operation, circumstances);
  return { ...lookedAtAgain(operation, circumstances), retries: 1 };
}

function failedUnsigned(operation: Operation, circumstances: TryCircumstances): TryChanges {
  const code = operation.sends === 0 ? "unreachable" : "timeout";
  return { errorCode: code, errorMessage: words[code], ...failed(operation, code, circumstances) };
}

function failed(operation: Operation, errorCode: string, { now, intervalsSeconds }: TryCircumstances): TryChanges {
  const { code, retries } = operation;
  if (isOperationCode(code) && definitionOf(code).once) return { result: OperationResult.Failed, finishedAt: now };
  const after = afterFailure(errorCode, { intervalsSeconds, retries, now });
  return after.result === OperationResult.Pending ? after : { ...after, finishedAt: now };
}
