import { createHash } from "node:crypto";

import type { AuditCode } from "#domain/audit/audit-operations.ts";
import type { NoticeFactsOf } from "#domain/notices/notice-kinds.ts";
import { queueLookMs } from "#domain/password-queue-limits.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { canonicalJson } from "#domain/requests/order.ts";
import {
  isTemporaryFailure,
  nextQueuedTry,
  type PasswordQueueMode,
  type QueueEnd,
  supersededCode,
} from "#domain/requests/password-queue.ts";
import { isOutcomeUnknown } from "#domain/requests/retry-schedule.ts";
import type { Row } from "#store/tables.ts";

import { refusedAsManaged } from "../../abilities/unable.ts";
import type { CallContext, ServiceContext } from "../../kernel/context.ts";
import { notice } from "../../notices/engine/notice.ts";
import { turnOf } from "./password-turns.ts";

type Operation = Row<"requestOperations">;

/** Entry of the queue of failed password changes. */
export type QueuedPassword = Row<"passwordQueue">;

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the way in which the target group of a target system treats failed password changes. */
export async function queueModeOf(
  { store }: Pick<ServiceContext, "store">,
  targetSystemKey: string | null,
): Promise<PasswordQueueMode> {
  const target = targetSystemKey === null ? undefined : await store.get("targetSystems", targetSystemKey);
  const group = target && (await store.get("targetGroups", target.targetGroup));
  return group?.passwordQueueMode ?? "none";
}

/** Returns the pauses between the tries of an operation: none if the queue of failed password changes tries it again instead. */
export async function retryIntervalsOf(
  context: Pick<CallContext, "store" | "settings">,
  { passwordTurn, targetSystemKey }: Pick<Operation, "passwordTurn" | "targetSystemKey">,
): Promise<readonly number[]> {
  const { retryIntervalsSeconds } = context.settings;
  if (passwordTurn === null) return retryIntervalsSeconds;
  return (await queueModeOf(context, targetSystemKey)) === "none" ? retryIntervalsSeconds : [];
}

/** Returns the digest of the place to which passwords of a target system are brought. */
export function placeOf({ type, address }: Pick<Row<"targetSystems">, "type" | "address">): string {
  return createHash("sha256")
    .update(canonicalJson([type, address]))
    .digest("base64url");
}

/**
 * Brings the queue up to an operation of a request that has ended, in the transaction that ends it: a change that its target system did not
 * answer is queued, a try that failed so waits for the next one, and an entry ends with the success of its change or of a newer one.
 * `password` and `currentPassword` of the operation are still those before its end.
 */
export async function followPasswordChange(
  context: CallContext,
  ended: Operation,
  passwords: Pick<Operation, "password" | "currentPassword">,
): Promise<void> {
  const { store } = context;
  const { accountKey, passwordTurn, passwordQueueKey } = ended;
  if (accountKey === null || passwordTurn === null || leavesQueue(ended)) return;
  const account = await store.lock("accounts", accountKey);
  const [entry] = await store.select("passwordQueue", { where: { accountKey }, limit: 1, forUpdate: true });
  if (passwordQueueKey !== null) {
    if (entry?.key === passwordQueueKey) await afterTryOf(context, entry, ended);
    return;
  }
  if (entry !== undefined && entry.turn >= passwordTurn) return;
  if (entry !== undefined) await endQueued(context, entry, "superseded");
  if (account !== undefined && isTemporaryFailure(ended))
    await queueAgain(context, { ...ended, ...passwords }, account);
}

/** Queues a failed change of an account, whose operation still has its password. */
async function queueAgain(context: CallContext, operation: Operation, account: Row<"accounts">): Promise<void> {
  const { password } = operation;
  if (password !== null) await queuePassword(context, { operation: { ...operation, password }, account });
}

/** Returns true if the end of an operation changes nothing of the queue: it tried no entry, and its target has the password that it had. */
function leavesQueue({ result, passwordQueueKey }: Operation): boolean {
  return passwordQueueKey === null && result !== OperationResult.Success && result !== OperationResult.Unknown;
}

async function afterTryOf(context: CallContext, entry: QueuedPassword, ended: Operation): Promise<void> {
  const { clock } = context;
  if (ended.result === OperationResult.Success) return endQueued(context, entry, "carriedOut", ended);
  // Its request was cancelled.
  if (ended.result === OperationResult.Refused) return endQueued(context, entry, "dropped", ended);
  if (ended.errorCode === supersededCode) return endQueued(context, entry, "superseded", ended);
  // What the target did not get, because it is disabled for a time, is no refusal.
  const isTemporary = isTemporaryFailure(ended) || ended.result === OperationResult.NoLongerApplicable;
  if (!isTemporary) return endQueued(context, entry, "targetRefused", ended);
  if (entry.expiresAt <= clock.now()) return endQueued(context, entry, "outOfTime", ended);
  const { errorCode, errorMessage, key: operationKey } = ended;
  const maybeSet = entry.maybeSet || mayBeSet(ended);
  await waitForTry(context, { ...entry, operationKey, errorCode, errorMessage, maybeSet });
}

/** Returns true if the target system may have made a change that failed: one of its sends may have been performed. */
function mayBeSet({ errorCode, sends }: Operation): boolean {
  return sends > 1 || (errorCode !== null && isOutcomeUnknown(errorCode));
}

/** Saves an entry whose latest try has failed, with the time of the next one. */
export async function waitForTry(context: CallContext, entry: QueuedPassword): Promise<void> {
  const { clock, store } = context;
  const { key, tries, errorCode, errorMessage, operationKey, maybeSet } = entry;
  const mode = await queueModeOf(context, entry.targetSystemKey);
  const saved = await store.save("passwordQueue", {
    key,
    state: "waiting",
    tries: tries + 1,
    lastTriedAt: clock.now(),
    nextTryAt: nextQueuedTry(mode, tries + 1, clock.now()),
    errorCode,
    errorMessage,
    operationKey,
    maybeSet,
  });
  await lookAgainAt(context, saved);
}

/** Sets the moment at which an entry is looked at next. */
export async function lookAgainAt({ store, clock }: CallContext, entry: QueuedPassword): Promise<void> {
  const { key, expiresAt, nextTryAt, state } = entry;
  const next = state === "waiting" && nextTryAt !== null ? nextTryAt : expiresAt;
  await store.moments.set({ key, kind: "passwordQueue", at: Math.min(next, expiresAt, clock.now() + queueLookMs) });
}

interface FailedChange {
  readonly operation: Operation & { readonly password: string };
  readonly account: Row<"accounts">;
}

async function queuePassword(context: CallContext, { operation, account }: FailedChange): Promise<void> {
  const { store, clock, ids, settings } = context;
  const { key: operationKey, code, targetSystemKey, requestKey, passwordTurn, mustChange } = operation;
  const { errorCode, errorMessage } = operation;
  const mode = await queueModeOf(context, targetSystemKey);
  const target = await store.get("targetSystems", targetSystemKey ?? "");
  const request = await store.get("reqbatch", requestKey);
  if (mode === "none" || target === undefined || request === undefined) return;
  // The vault has its own way, and what a newer change may have set is not brought back.
  if ((await refusedAsManaged(context, operation)) !== undefined) return;
  if ((await turnOf(context, operation)) === "superseded") return;
  const key = ids.guid();
  const sealAgain = (column: "password" | "currentPassword", text: string) =>
    store.seal(store.unseal(text, { table: "requestOperations", key: operationKey, column }), {
      table: "passwordQueue",
      key,
      column,
    });
  const now = clock.now();
  const entry = await store.add("passwordQueue", {
    key,
    accountKey: account.key,
    accountName: account.shortId,
    targetSystemKey: target.id,
    userKey: account.userKey,
    requesterKey: request.requesterKey,
    recipientKey: request.recipientKey,
    code,
    turn: passwordTurn ?? 0,
    password: sealAgain("password", operation.password),
    currentPassword:
      operation.currentPassword === null ? null : sealAgain("currentPassword", operation.currentPassword),
    mustChange: mustChange === true,
    reportedAccountKey: operation.reportedAccountKey,
    maybeSet: mayBeSet(operation),
    place: placeOf(target),
    nextTryAt: nextQueuedTry(mode, 0, now),
    lastTriedAt: now,
    operationKey,
    requestKey,
    errorCode,
    errorMessage,
    queuedAt: now,
    expiresAt: now + settings.passwordQueueDays * dayMs,
  });
  await lookAgainAt(context, entry);
  await auditQueue(context, entry, { operation: "PWQA", result: "S", message: mode });
  tell(context, entry, { kind: "passwordQueued", requestKey, facts: { targetSystemId: target.id } });
}

/** Results of the ends of entries, as the audit has them. */
const endResults: Readonly<Record<QueueEnd, "S" | "F">> = {
  carriedOut: "S",
  superseded: "S",
  targetRefused: "F",
  outOfTime: "F",
  dropped: "S",
  moved: "F",
  vault: "F",
  gone: "F",
};

/**
 * Ends an entry, in the current transaction: nothing of its password is kept. Its person is told, unless a newer change stands in its place.
 * `by` is the operation that ended it.
 */
export async function endQueued(
  context: CallContext,
  entry: QueuedPassword,
  end: QueueEnd,
  by?: Pick<Operation, "requestKey">,
): Promise<void> {
  const { store } = context;
  const { key, requestKey, targetSystemKey } = entry;
  await store.remove("passwordQueue", key);
  await store.moments.clear(key);
  await auditQueue(context, entry, { operation: "PWQE", result: endResults[end], message: end });
  if (end === "superseded") return;
  const about = { requestKey: by?.requestKey ?? requestKey };
  const targetSystemId = targetSystemKey;
  if (end === "carriedOut") tell(context, entry, { ...about, kind: "passwordCarriedOut", facts: { targetSystemId } });
  else tell(context, entry, { ...about, kind: "passwordGivenUp", facts: { targetSystemId, because: end } });
}

interface QueueAudit {
  readonly operation: AuditCode;
  readonly result: "S" | "F";
  readonly message: string;
}

async function auditQueue({ store, caller }: CallContext, entry: QueuedPassword, row: QueueAudit): Promise<void> {
  await store.audit({
    ...row,
    sessid: caller.sessid,
    actor: entry.requesterKey === "" ? caller.id : entry.requesterKey,
    recipient: entry.userKey,
    targetSystem: entry.targetSystemKey,
    account: entry.accountName,
    ident: entry.key,
    batchId: entry.requestKey,
    requestId: caller.requestId,
  });
}

interface Told<K extends QueueNotice> {
  readonly kind: K;
  readonly requestKey: string;
  readonly facts: NoticeFactsOf<K>;
}

type QueueNotice = "passwordQueued" | "passwordCarriedOut" | "passwordGivenUp";

/** Tells the owner of the account about its change. */
function tell<K extends QueueNotice>(
  context: CallContext,
  { userKey }: QueuedPassword,
  { kind, requestKey, facts }: Told<K>,
): void {
  if (userKey !== null) notice(context, kind, { requestKey, to: [userKey], facts });
}
