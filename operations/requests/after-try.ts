import { definitionOf, isOperationCode } from "#domain/operation-codes.ts";
import { OperationResult } from "#domain/operation-result.ts";
import { afterFailure, gracePeriodMs, isRetryable } from "#domain/retry-schedule.ts";
import type { Row } from "#store/tables.ts";

type Operation = Row<"requestOperations">;

/** The columns in which a try that is over leaves its traces. */
export type TryChanges = Partial<
  Pick<Operation, "result" | "nextTryAt" | "retries" | "errorCode" | "errorMessage" | "proxyServer" | "finishedAt">
>;

/** How a try ended: with the failure of its chunk, or unnoticed, because the workflow that had sent it is gone. */
export type TryEnd = { readonly failure: string | null } | "lost";

/** What a try is judged by beside its row. */
export interface TryCircumstances {
  readonly now: number;
  readonly intervalsSeconds: readonly number[];
}

const words: Readonly<Record<string, string>> = {
  unreachable: "No proxy took the operation in time.",
  timeout: "The proxy gave no answer in time.",
};

/** The moment after which a sent operation without an answer gets `N`. */
export function graceEndsAt({ sentAt, retries }: Operation, intervalsSeconds: readonly number[]): number {
  return (sentAt ?? 0) + gracePeriodMs(intervalsSeconds, retries);
}

/** What becomes of an operation that is pending and no longer in anybody's hands; undefined = wait for its answer. */
export function afterTry(operation: Operation, end: TryEnd, circumstances: TryCircumstances): TryChanges | undefined {
  const { errorCode, outcomeSignature, sends } = operation;
  if (errorCode !== null && outcomeSignature !== null) return failed(operation, errorCode, circumstances);
  if (end === "lost") return sends === 0 ? notBegun : afterSilence(operation, circumstances);
  // Only an outcome that its proxy has signed may be final: a failure that the engine reports can come from anybody there.
  const reported = end.failure !== null && isRetryable(end.failure) ? end.failure : null;
  const code = reported ?? (sends === 0 ? "unreachable" : "timeout");
  return { errorCode: code, errorMessage: words[code] ?? null, ...failed(operation, code, circumstances) };
}

const notBegun: TryChanges = { result: null, proxyServer: null };

function afterSilence(operation: Operation, { now, intervalsSeconds }: TryCircumstances): TryChanges | undefined {
  if (now < graceEndsAt(operation, intervalsSeconds)) return undefined;
  return {
    result: OperationResult.Unknown,
    errorCode: "timeout",
    errorMessage: words["timeout"] ?? null,
    finishedAt: now,
  };
}

function failed(operation: Operation, errorCode: string, { now, intervalsSeconds }: TryCircumstances): TryChanges {
  const { code, retries } = operation;
  if (isOperationCode(code) && definitionOf(code).once) return { result: OperationResult.Failed, finishedAt: now };
  const after = afterFailure(errorCode, { intervalsSeconds, retries, now });
  return after.result === OperationResult.Pending ? after : { ...after, finishedAt: now };
}
