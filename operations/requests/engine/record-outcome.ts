import { requestedWords } from "#domain/audit/requested-words.ts";
import { type ErrorCode, ServiceError } from "#domain/errors.ts";
import { targetMessageMaxCharacters } from "#domain/limits.ts";
import { ModuleName } from "#domain/module-name.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import type { Outcome, OutcomeObject } from "#domain/requests/order.ts";
import { afterAsk, isOutcomeUnknown, isRetryable } from "#domain/requests/retry-schedule.ts";
import { withModule } from "#store/module-scope.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { Applied, EndedOperation } from "../../kernel/performer.ts";
import type { SourcedOutcome } from "../../proxies/engine/order-source.ts";
import { claimConflict } from "./claim-conflict.ts";
import { retryIntervalsOf } from "./password-queue.ts";
import { performerOf } from "./performers-of.ts";
import { saveOperation } from "./save-operation.ts";

type Operation = Row<"requestOperations">;

/** Operation that proxies or implementers perform on a target system. */
export type TargetOperation = Operation & { readonly targetSystemKey: string };

/**
 * Records the outcome of a locked operation, in the current transaction, with the changed accounts and groups and its audit row. The caller
 * has checked the proxy's signature, which is stored as evidence. A transient failure keeps the operation pending; the request's own step
 * decides on its next attempt. A repeated report is not recorded; then the answer is false.
 * @throws OUTCOME_REFUSED if the operation is closed or was sent again since
 */
export async function recordOutcome(context: CallContext, report: SourcedOutcome<TargetOperation>): Promise<boolean> {
  const { operation, signature, outcome } = report;
  if (operation.outcomeSignature === signature && operation.sends === outcome.sends) return false;
  if (!isAwaited(operation, outcome)) throw new ServiceError("OUTCOME_REFUSED", { target: operation.key });
  await withModule(ModuleName.Idwfm, () => record(context, report));
  return true;
}

/**
 * Records the work of an implementer who has completed the task of a locked operation, in the current transaction: what follows is that of a
 * report of a proxy, with no signature of one.
 */
export async function recordWork(context: CallContext, operation: Operation, { object, words }: Work): Promise<void> {
  const { key: operationKey, sends } = operation;
  const done = { operationKey, sends, result: OperationResult.Success };
  const outcome = { ...done, ...(object && { object }), ...(words !== null && { message: words }) };
  await withModule(ModuleName.Idwfm, () => record(context, { operation, outcome, signature: null }));
}

/** Records the success of a locked operation that a discovery confirms; the rows of what an implementer has made are there already. */
export async function recordConfirmed(context: CallContext, operation: Operation, applied: Applied): Promise<void> {
  const { store, clock } = context;
  const request = await store.get("reqbatch", operation.requestKey);
  if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
  const result = OperationResult.Success;
  const { accountKey = operation.accountKey, groupKey = operation.groupKey } = applied;
  const { errorMessage } = operation;
  await withModule(ModuleName.Idwfm, async () => {
    await saveOperation(context, operation, { result, accountKey, groupKey, errorCode: null, finishedAt: clock.now() });
    const outcome = errorMessage === null ? {} : { message: errorMessage };
    await auditOutcome(context, { request, operation, outcome, result, applied });
  });
}

/** Work of an implementer, as they say. */
export interface Work {
  /** New object; undefined if there is none. */
  readonly object: OutcomeObject | undefined;
  /** Words of the implementer about it. */
  readonly words: string | null;
}

/** Records the failure of a locked operation whose task cannot be completed, in the current transaction. */
export async function recordFailedWork(context: CallContext, operation: Operation, words: string): Promise<void> {
  const { store, clock } = context;
  const request = await store.get("reqbatch", operation.requestKey);
  if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
  const result = OperationResult.Failed;
  await withModule(ModuleName.Idwfm, async () => {
    const errorCode: ErrorCode = "TASK_FAILED";
    await saveOperation(context, operation, { result, errorCode, errorMessage: words, finishedAt: clock.now() });
    await auditOutcome(context, { request, operation, outcome: { message: words }, result, applied: {} });
  });
}

/**
 * Returns true if an operation waits for an outcome. A success of its latest send counts also after its proxy was silent for too long: it was
 * not sent again, and a proxy whose node was lost reports it to the one that has taken the operation over.
 */
function isAwaited(operation: Operation, { sends, result }: Pick<Outcome, "sends" | "result">): boolean {
  if (operation.result !== OperationResult.Pending || operation.sends !== sends) return false;
  const isLate = operation.outcomeSignature === null && result === OperationResult.Success;
  return operation.nextTryAt === null || isLate;
}

interface Recorded extends Pick<SourcedOutcome, "outcome"> {
  readonly operation: Operation;
  readonly signature: string | null;
}

async function record(context: CallContext, { operation, outcome: reported, signature }: Recorded): Promise<void> {
  const { store, clock } = context;
  const outcome = (await claimConflict(context, operation, reported)) ?? reported;
  const answer = answerOf(outcome);
  const result = resultOf(operation, outcome);
  if (result === OperationResult.Pending) {
    const next = await nextTry(context, operation, outcome);
    await store.save("requestOperations", { key: operation.key, ...answer, ...next, outcomeSignature: signature });
    return;
  }
  const request = await store.get("reqbatch", operation.requestKey);
  if (!request) throw new ServiceError("OUTCOME_REFUSED", { target: operation.key, detail: "the request is gone" });
  const { ended } = await performerOf(context, operation.code);
  const applied =
    result === OperationResult.Success ? ((await ended?.(context, { request, operation, outcome })) ?? {}) : {};
  await saveOperation(context, operation, {
    ...answer,
    result,
    outcomeSignature: signature,
    server: outcome.server ?? null,
    stableId: outcome.object?.id ?? operation.stableId,
    accountKey: applied.accountKey ?? operation.accountKey,
    groupKey: applied.groupKey ?? operation.groupKey,
    nextTryAt: null,
    finishedAt: clock.now(),
  });
  await auditOutcome(context, { request, operation, outcome, result, applied });
}

function answerOf({
  code,
  message,
  targetCode,
}: Outcome): Pick<Operation, "errorCode" | "errorMessage" | "errorTargetCode"> {
  return {
    errorCode: code === "strength" ? ("PASSWORD_STRENGTH" satisfies ErrorCode) : (code ?? null),
    errorMessage: message?.slice(0, targetMessageMaxCharacters) ?? null,
    errorTargetCode: targetCode ?? null,
  };
}

type Ended = Outcome["result"] | typeof OperationResult.Unknown;

function resultOf(
  operation: Operation,
  { result, code = "internal" }: Outcome,
): Ended | typeof OperationResult.Pending {
  if (result !== OperationResult.Failed || definitionOf(operation.code).once) return result;
  if (isRetryable(code)) return OperationResult.Pending;
  return isOutcomeUnknown(code) ? OperationResult.Unknown : OperationResult.Failed;
}

/** Returns the next attempt if its target has asked for a pause; else the request's own step decides on it. */
async function nextTry(
  context: CallContext,
  operation: Operation,
  { code = "internal", retryAfterMs }: Outcome,
): Promise<Partial<Pick<Operation, "nextTryAt" | "retries">>> {
  if (retryAfterMs === undefined) return {};
  const { clock } = context;
  const { sends, retries } = operation;
  const intervalsSeconds = await retryIntervalsOf(context, operation);
  const after = afterAsk(code, { intervalsSeconds, retries, now: clock.now(), sends, retryAfterMs });
  return after.result === OperationResult.Pending ? { nextTryAt: after.nextTryAt, retries: after.retries } : {};
}

/** End of an operation, as the audit has it. */
interface AuditedOutcome extends Pick<EndedOperation, "request" | "operation"> {
  readonly outcome: Pick<Outcome, "object" | "message">;
  readonly result: Ended;
  readonly applied: Applied;
}

/** Writes the audit row of an operation that has ended. */
export async function auditOutcome(
  context: CallContext,
  { request, operation, outcome, result, applied }: AuditedOutcome,
): Promise<void> {
  // The audit knows only S, F and N; an operation with nothing left to do has not failed.
  const audited = result === OperationResult.NoLongerApplicable ? OperationResult.Success : result;
  const { audit = operation.code, auditFailed = audit } = definitionOf(operation.code);
  await context.store.audit({
    sessid: context.caller.sessid,
    operation: audited === OperationResult.Success ? audit : auditFailed,
    result: audited,
    actor: request.requesterKey,
    recipient: request.recipientKey,
    targetSystem: operation.targetSystemKey,
    account: applied.name ?? outcome.object?.name ?? (await accountName(context, operation)),
    ident: operation.key,
    batchId: request.batchId ?? request.key,
    requested: requestedWords([operation]),
    requestId: request.requestId,
    message: outcome.message?.slice(0, targetMessageMaxCharacters) ?? null,
  });
}

async function accountName({ store }: CallContext, { accountKey }: Operation): Promise<string | null> {
  const account = accountKey === null ? undefined : await store.get("accounts", accountKey);
  return account?.shortId ?? null;
}
