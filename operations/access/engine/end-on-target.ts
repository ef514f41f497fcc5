import { requestedWords } from "#domain/audit/requested-words.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { targetKeyOf } from "#domain/requests/target-key-of.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { endGrantNow } from "../../kernel/rows/end-grant-now.ts";
import { requireRow } from "../../kernel/rows/require-row.ts";

type Operation = Row<"requestOperations">;

/** Ends all direct access of the recipient to a target system, in the transaction in which the request for it is approved. */
export async function endOnTarget(
  context: CallContext,
  operation: Operation,
): Promise<Partial<Omit<Operation, "key">>> {
  const { store, clock, caller } = context;
  const { key, code, requestKey } = operation;
  const targetSystemKey = targetKeyOf(operation);
  const { requesterKey, recipientKey, requestId, batchId } = await requireRow(context, "reqbatch", requestKey);
  const grants = await store.select("grants", {
    where: { userKey: recipientKey, targetSystemKey, throughGroup: null, endedAt: null },
    orderBy: [["key", "asc"]],
    forUpdate: true,
  });
  for (const grant of grants) await endGrantNow(context, grant);
  await store.audit({
    sessid: caller.sessid,
    operation: code,
    result: "S",
    actor: requesterKey,
    recipient: recipientKey,
    targetSystem: targetSystemKey,
    ident: key,
    batchId: batchId ?? requestKey,
    requested: requestedWords([operation]),
    requestId,
    message: String(grants.length),
  });
  return { result: OperationResult.Success, finishedAt: clock.now() };
}
