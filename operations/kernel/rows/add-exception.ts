import { endOfAccess } from "#domain/access/access-end.ts";
import { requestedWords } from "#domain/audit/requested-words.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { requireRow } from "./require-row.ts";

type Operation = Row<"requestOperations">;

/** Records an approved exception until its end, with its audit row, in the current transaction; nothing changes on target systems. */
export async function addException(
  context: CallContext,
  operation: Operation,
  kind: Row<"accessExceptions">["kind"],
): Promise<Pick<Operation, "result" | "finishedAt">> {
  const { store, ids, clock, caller } = context;
  const request = await requireRow(context, "reqbatch", operation.requestKey);
  const { recipientKey: userKey, requesterKey, reason, requestId, batchId } = request;
  const { key: operationKey, requestKey, roleKey, sodRuleKey, targetSystemKey, groupKey, control } = operation;
  const now = clock.now();
  await store.add("accessExceptions", {
    key: ids.guid(),
    kind,
    userKey,
    roleKey,
    sodRuleKey,
    targetSystemKey,
    groupKey,
    control,
    reason,
    from: now,
    until: endOfAccess(operation, now),
    requestKey,
    operationKey,
  });
  await store.audit({
    sessid: caller.sessid,
    operation: operation.code,
    result: "S",
    actor: requesterKey,
    recipient: userKey,
    targetSystem: targetSystemKey,
    ident: operationKey,
    batchId: batchId ?? requestKey,
    requested: requestedWords([operation]),
    requestId,
  });
  return { result: OperationResult.Success, finishedAt: now };
}
