import { OperationResult } from "#domain/requests/operation-result.ts";
import { isTemporaryFailure, supersededCode } from "#domain/requests/password-queue.ts";
import type { AuditRow } from "#store/audit/audit.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { queueModeOf } from "./password-queue.ts";
import { auditReset } from "./self-reset.ts";

type Reset = Row<"requestOperations">;

/**
 * Follows the ended password resets of a request: audits those of a user's own passwords (`SRES`), and those that someone else made and let
 * expire (`ACEX`); the person whose passwords someone else has reset is notified. Those that repeat a reported change have no audit row of
 * their own besides those of their accounts.
 */
export async function followResets(
  context: CallContext,
  request: Row<"reqbatch">,
  resets: readonly Reset[],
  rowOf: (of: readonly Reset[]) => Omit<AuditRow, "operation" | "actor">,
): Promise<void> {
  const { requesterKey, recipientKey } = request;
  if (resets.every(({ reportedAccountKey }) => reportedAccountKey !== null))
    return tellSynchronized(context, request, resets);
  if (requesterKey === recipientKey) return auditReset(context, request, { ...rowOf(resets), operation: "SRES" });
  const expiring = resets.filter(({ mustChange }) => mustChange === true);
  if (expiring.length > 0) await auditReset(context, request, { ...rowOf(expiring), operation: "ACEX" });
  const done = resets.filter(({ result }) => result === OperationResult.Success);
  if (done.length === 0 || recipientKey === "") return;
  const duty = done.some(({ mustChange }) => mustChange === true) ? "mustChange" : "";
  const facts = { resetterKey: requesterKey, accounts: done.length, duty } as const;
  notice(context, "passwordReset", { requestKey: request.key, to: [recipientKey], facts });
}

/** Notifies the owner of accounts that got a password which was changed on another account, and of those that their target system refused. */
async function tellSynchronized(
  context: CallContext,
  { key: requestKey, recipientKey }: Row<"reqbatch">,
  resets: readonly Reset[],
): Promise<void> {
  const others = resets.filter(({ accountKey, reportedAccountKey }) => accountKey !== reportedAccountKey);
  const accounts = others.filter(({ result }) => result === OperationResult.Success).length;
  const to = [recipientKey];
  if (accounts > 0) notice(context, "passwordsSynced", { requestKey, to, facts: { accounts } });
  for (const operation of resets) {
    const { result, errorCode, targetSystemKey } = operation;
    if (result !== OperationResult.Failed || errorCode === supersededCode) continue;
    // What is queued is told by the queue.
    if (isTemporaryFailure(operation) && (await queueModeOf(context, targetSystemKey)) !== "none") continue;
    const because = errorCode === "PASSWORD_RESET_BLOCKED" ? "resetsBlocked" : "targetRefused";
    notice(context, "passwordNotSynced", {
      requestKey,
      to,
      facts: { targetSystemId: targetSystemKey ?? "", because },
    });
  }
}
