import { requestedWords } from "#domain/audit/requested-words.ts";
import { definitionOf } from "#domain/requests/operation-codes.ts";
import { isFinalResult, isFulfilled, OperationResult } from "#domain/requests/operation-result.ts";
import { requestEnds } from "#domain/requests/request-ends.ts";
import { hasMoments } from "#domain/requests/request-moments.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import { hasTasks } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import { waitForNobody } from "../../approvals/keep-waiting.ts";
import type { CallContext } from "../../kernel/context.ts";
import { changeStatus } from "./change-status.ts";
import { followResets } from "./follow-resets.ts";
import { noteEvent } from "./note-event.ts";
import { withdrawByPerformers } from "./performers-of.ts";
import { saveOperation } from "./save-operation.ts";
import { type FinalStatus, tellEnd } from "./tell-end.ts";

/**
 * Ends a request: operations that were never approved are refused, its moment, wake-ups and steps are deleted, and the audit records the
 * end. Returns true if it had wake-ups, so that a workflow may exist.
 */
export async function finishRequest(
  context: CallContext,
  request: Row<"reqbatch">,
  path: readonly [...RequestStatus[], FinalStatus],
  known?: readonly Row<"requestOperations">[],
): Promise<boolean> {
  const { store, clock, caller } = context;
  const status = path.at(-1) as FinalStatus;
  const operations = known ?? (await store.select("requestOperations", { where: { requestKey: request.key } }));
  const finishedAt = clock.now();
  if (status !== RequestStatus.Completed) {
    await refuseOperations(context, operations, requestEnds[status]);
    const ended = status === RequestStatus.Denied ? "denied" : "withdrawn";
    await withdrawByPerformers(context, request.key, { operations, status: ended });
  }
  await changeStatus(context, request, path, { finishedAt });
  noteEvent(context, request.key, "ended", { outcome: status });
  if (!request.direct) await tellEnd(context, request, status);
  if (hasMoments(request.status) || hasTasks(operations)) await store.moments.clear(request.key);
  // A request that is performed has passed its phases.
  if (request.status !== RequestStatus.Performing) await waitForNobody(context, request.key);
  const hadWakes = await store.outbox.settle({ workflowType: "request", workflowId: request.key });
  await store.steps.forget(request.key);
  const row = {
    sessid: caller.sessid,
    result: auditResult(status, operations),
    recipient: request.recipientKey,
    ident: request.key,
    batchId: request.batchId ?? request.key,
    requestId: request.requestId,
  };
  await store.audit({
    ...row,
    operation: "RQEN",
    requested: requestedWords(operations),
    actor: caller.key ?? caller.id,
    message: `${request.number} ${status}`,
  });
  const resets = operations.filter(({ code }) => definitionOf(code).capability === "resetPassword");
  if (resets.length > 0)
    await followResets(context, request, resets, (of) => ({
      ...row,
      result: auditResult(status, of),
      requested: requestedWords(of),
    }));
  return hadWakes;
}

async function refuseOperations(
  context: CallContext,
  operations: readonly Row<"requestOperations">[],
  refusal: { code: string; message: string },
): Promise<void> {
  for (const operation of operations) {
    if (isFinalResult(operation.result)) continue;
    await saveOperation(context, operation, {
      result: OperationResult.Refused,
      errorCode: refusal.code,
      errorMessage: refusal.message,
      finishedAt: context.clock.now(),
    });
  }
}

function auditResult(status: FinalStatus, operations: readonly Row<"requestOperations">[]): "S" | "F" | "N" {
  if (status === RequestStatus.Cancelled) return "S";
  if (status !== RequestStatus.Completed) return "F";
  const results = operations.map(({ result }) => result);
  if (results.includes(OperationResult.Unknown)) return "N";
  return results.every(isFulfilled) ? "S" : "F";
}
