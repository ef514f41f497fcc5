import { endOfAccess } from "#domain/access/access-end.ts";
import { requestedWords } from "#domain/audit/requested-words.ts";
import { type ErrorCode, errors, ServiceError } from "#domain/errors.ts";
import { accessKindOf, definitionOf } from "#domain/requests/operation-codes.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { withAccessCause } from "#store/grants/access-cause.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { NumberedOperation } from "../../kernel/performer.ts";
import { alsoGiven } from "../../kernel/rows/also-given.ts";
import { endUnderWay } from "../../kernel/rows/end-under-way.ts";
import { requireRow } from "../../kernel/rows/require-row.ts";

type Operation = Row<"requestOperations">;
type Grant = Row<"grants">;

/** Reason why access cannot get a later end. */
interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/**
 * Refuses a request for more time of access that has ended, is being taken away, or has no end.
 * @throws ACCESS_ENDED, ACCESS_ENDLESS
 */
export async function refuseUnextendable(
  context: CallContext,
  _recipientKey: string,
  operations: readonly NumberedOperation[],
): Promise<void> {
  for (const { code, accountKey = null, groupKey = null, sequence } of operations) {
    // What is missing or unknown is told by the check of each operation.
    if (accountKey === null || (await context.store.get("accounts", accountKey)) === undefined) continue;
    const refusal = await refusalOf(context, await openGrants(context, { code, accountKey, groupKey }));
    if (refusal !== undefined)
      throw new ServiceError(refusal.code, { ...refusal, target: `operations/${sequence - 1}` });
  }
}

/**
 * Gives access a later end, in the transaction in which its request is approved: by one more grant, which names the request. Access that
 * is being taken away stays so: one of both waits for the lock of the other.
 */
export async function extendAccess(
  context: CallContext,
  operation: Operation,
): Promise<Partial<Omit<Operation, "key">>> {
  const { clock } = context;
  const { key: operationKey, requestKey } = operation;
  const grants = await openGrants(context, operation, { forUpdate: true });
  const refusal = await refusalOf(context, grants);
  const until = endOfAccess(operation, clock.now()) ?? 0;
  const finishedAt = clock.now();
  if (refusal !== undefined) {
    await auditExtension(context, operation, { result: "F", message: refusal.message });
    const { code: errorCode, message: errorMessage } = refusal;
    return { result: OperationResult.Failed, errorCode, errorMessage, finishedAt };
  }
  const [first] = grants;
  const gives = accessKindOf(operation.code);
  if (first === undefined || gives === undefined || grants.some((grant) => (grant.until ?? 0) >= until)) {
    await auditExtension(context, operation, { result: "S", message: lastsLonger });
    return { result: OperationResult.NoLongerApplicable, errorMessage: lastsLonger, finishedAt };
  }
  const { accountKey, groupKey, userKey } = first;
  await withAccessCause({ gives: "request", ends: "request", requestKey, operationKey, until }, () =>
    alsoGiven(context, { kind: gives, accountKey, groupKey, userKey }, operation),
  );
  await auditExtension(context, operation, { result: "S", message: null });
  return { result: OperationResult.Success, finishedAt };
}

const lastsLonger = "Nothing to extend: the access lasts as long already.";

/** Returns the direct grants of the access of an operation that have not ended. */
async function openGrants(
  { store }: CallContext,
  { code, accountKey = null, groupKey = null }: Pick<NumberedOperation, "code" | "accountKey" | "groupKey">,
  { forUpdate = false } = {},
): Promise<readonly Grant[]> {
  const { prolongs } = definitionOf(code);
  const account = await store.get("accounts", accountKey ?? "");
  if (prolongs === undefined || account === undefined) return [];
  const thing = prolongs === "ownership" ? { userKey: account.userKey, groupKey } : { accountKey, groupKey };
  const where = { kind: prolongs, ...thing, throughGroup: null, endedAt: null };
  return store.select("grants", { where, orderBy: [["key", "asc"]], ...(forUpdate && { forUpdate }) });
}

async function refusalOf(context: CallContext, grants: readonly Grant[]): Promise<Refusal | undefined> {
  if (grants.length === 0) return { code: "ACCESS_ENDED", message: errors.ACCESS_ENDED.message };
  if (grants.some(({ until }) => until === null))
    return { code: "ACCESS_ENDLESS", message: errors.ACCESS_ENDLESS.message };
  if ((await endUnderWay(context, grants)) === undefined) return undefined;
  const message = "This access is being taken away, because its time is over. Request it again afterwards.";
  return { code: "ACCESS_ENDED", message };
}

interface Told {
  readonly result: "S" | "F";
  readonly message: string | null;
}

async function auditExtension(context: CallContext, operation: Operation, told: Told): Promise<void> {
  const { key, requestKey, targetSystemKey, accountName } = operation;
  const { requesterKey, recipientKey, requestId, batchId } = await requireRow(context, "reqbatch", requestKey);
  await context.store.audit({
    sessid: context.caller.sessid,
    operation: operation.code,
    requested: requestedWords([operation]),
    actor: requesterKey,
    recipient: recipientKey,
    targetSystem: targetSystemKey,
    account: accountName,
    ident: key,
    batchId: batchId ?? requestKey,
    requestId,
    ...told,
  });
}
