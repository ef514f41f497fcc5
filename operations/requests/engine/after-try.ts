import { handOutPauseMs, heldMaxMs, orderAnswerMs, orderFetchMs } from "#domain/engine-limits.ts";
import type { ProxyLife } from "#domain/proxies/proxy-life.ts";
import { definitionOf, isOperationCode } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { afterFailure } from "#domain/requests/retry-schedule.ts";
import type { Row } from "#store/tables.ts";

type Operation = Row<"requestOperations">;

/** The columns in which a try that is over leaves its traces. */
export type TryChanges = Partial<
  Pick<Operation, "result" | "nextTryAt" | "retries" | "errorCode" | "errorMessage" | "finishedAt">
>;

/** What a try is judged by beside its row. */
export interface TryCircumstances {
  readonly now: number;
  readonly intervalsSeconds: readonly number[];
  /** How the proxy is that was given the operation, by its own reports. */
  readonly proxy: ProxyLife;
  /** The engine still has it in its hands: on the queue, or with a worker. */
  readonly held: boolean;
}

const words: Readonly<Record<"unreachable" | "timeout", string>> = {
  unreachable: "No proxy took the operation in time.",
  timeout: "The proxy gave no answer in time.",
};

/**
 * What becomes of an operation that is pending without a next try; undefined = its proxy is waited for. It follows from the
 * row, the clock and the reports of the proxy alone. What the engine says of a try is no part of it, because everybody who
 * reaches the engine can say it: it leads to this look and never to a result.
 */
export function afterTry(operation: Operation, circumstances: TryCircumstances): TryChanges | undefined {
  const { errorCode, outcomeSignature, sends, handOuts } = operation;
  const held = circumstances.held && !isHeldTooLong(operation, circumstances);
  if (!held && errorCode !== null && outcomeSignature !== null) return failed(operation, errorCode, circumstances);
  // What was handed out before there was a workflow has never been on a queue if this one does not have it.
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

/** The engine cannot have it any more, whatever its history says. */
function isHeldTooLong({ sends, handedOutAt, sentAt }: Operation, { now }: TryCircumstances): boolean {
  return sends === 0 ? now > (handedOutAt ?? 0) + heldMaxMs.queued : now > (sentAt ?? 0) + heldMaxMs.fetched;
}

/** Nobody is there who would fetch it, and has not been for a while. */
function isUnfetched({ handedOutAt }: Operation, { now, proxy }: TryCircumstances): boolean {
  return !proxy.takesOrders && now >= (handedOutAt ?? 0) + orderFetchMs;
}

/** The proxy lives and nobody has fetched it: whoever took it off the queue was none of its processes. */
function offeredAgain({ handedOutAt, handOuts }: Operation, { now }: TryCircumstances): TryChanges {
  const { shortest, longest } = handOutPauseMs;
  const pause = Math.min(longest, shortest * 2 ** Math.max(0, (handOuts ?? 1) - 1));
  return { nextTryAt: Math.max(now, (handedOutAt ?? 0) + pause) };
}

/** When nobody can be working on it any more it is sent again, and the proxy looks before it acts. */
function lookedAtAgain({ sentAt }: Operation, { now }: TryCircumstances): TryChanges {
  return { nextTryAt: Math.max(now, (sentAt ?? 0) + orderAnswerMs) };
}

/** The process that had it has ended: once it is looked at soon; what ends its processes again and again is given up. */
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
