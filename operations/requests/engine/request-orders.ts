import { requestedWords } from "#domain/audit/requested-words.ts";
import { errors, ServiceError } from "#domain/errors.ts";
import { otherVersionPauseMs } from "#domain/limits.ts";
import { passwordTurnPauseMs } from "#domain/password-queue-limits.ts";
import { allOf, matching, ne, oneOf } from "#domain/query/condition.ts";
import { definitionOf, isOperationCode } from "#domain/requests/operation-codes.ts";
import { isFulfilled, OperationResult } from "#domain/requests/operation-result.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import { RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import { optionValue } from "../../abilities/option-value.ts";
import { refusedAsManaged } from "../../abilities/unable.ts";
import type { CallContext } from "../../kernel/context.ts";
import { mayContinue } from "../../kernel/operation-identifiers.ts";
import type {
  OrderAsker,
  OrderContent,
  OrderSource,
  RecordedOutcome,
  SourcedOrder,
  SourcedOutcome,
} from "../../proxies/engine/order-source.ts";
import { versionToUse } from "../../proxies/engine/version-to-use.ts";
import { endPerformed } from "./end-performed.ts";
import { orderSubject } from "./order-subject.ts";
import { turnOf } from "./password-turns.ts";
import { recordOutcome, type TargetOperation } from "./record-outcome.ts";

type Store = CallContext["store"];
type Operation = Row<"requestOperations">;
type Request = Row<"reqbatch">;

/** An operation of a request with the request, which is locked too. */
type RequestOperation = TargetOperation & { readonly request?: Request };

/** Operations of requests as a source of orders. */
export const requestOrders: OrderSource<RequestOperation> = { lock, order, record };

async function lock({ store }: CallContext, keys: readonly string[]): Promise<readonly RequestOperation[]> {
  const requests = await lockRequests(store, keys);
  const locked: RequestOperation[] = [];
  for (const key of keys.toSorted()) {
    const operation = await store.lock("requestOperations", key);
    const request = operation && requests.get(operation.requestKey);
    // What is about a role or a rule is performed by no proxy.
    if (operation === undefined || operation.targetSystemKey === null) continue;
    locked.push({ ...operation, targetSystemKey: operation.targetSystemKey, ...(request && { request }) });
  }
  return locked;
}

/**
 * Locks the requests of operations. This serializes the hand-outs of one request, so that two processes cannot both begin it, and its
 * outcomes, so that each gets its place in the ledger. It precedes the operations' own locks, like in the steps of a request.
 */
async function lockRequests(store: Store, keys: readonly string[]): Promise<ReadonlyMap<string, Request>> {
  const operations = await store.select("requestOperations", { where: oneOf("key", keys) });
  const requests = new Map<string, Request>();
  for (const key of new Set(operations.map(({ requestKey }) => requestKey).toSorted())) {
    const request = await store.lock("reqbatch", key);
    if (request) requests.set(key, request);
  }
  return requests;
}

async function order(
  context: CallContext,
  operation: RequestOperation,
  asker: OrderAsker,
): Promise<SourcedOrder | undefined> {
  const { store, clock } = context;
  const { key, request } = operation;
  if (!request || !(await isOpen(store, operation, request))) return undefined;
  // The request's own step ends requests that may not continue.
  if (!(await mayContinue(context, request.operationId))) return undefined;
  const turn = await turnOf(context, operation);
  if (turn !== "go") {
    // The request's own step ends it if a newer change has taken its place.
    await store.save("requestOperations", {
      key,
      nextTryAt: clock.now() + (turn === "wait" ? passwordTurnPauseMs : 0),
    });
    return undefined;
  }
  const used = await versionToUse(context, asker, () => begunVersion(store, operation));
  if (used === undefined) {
    await store.save("requestOperations", { key, nextTryAt: clock.now() + otherVersionPauseMs });
    return undefined;
  }
  const sends = operation.sends + 1;
  await store.save("requestOperations", {
    key,
    sends,
    sentAt: clock.now(),
    handOuts: 0,
    connectorVersion: used.version,
    // The rest of an earlier attempt must not pass for the outcome of this one.
    errorCode: null,
    errorMessage: null,
    errorTargetCode: null,
    outcomeSignature: null,
  });
  if ((await refusedAsManaged(context, operation)) !== undefined) return { sends, failure: keptByVault(sends) };
  const { recipientKey: recipient, batchId, requestId } = request;
  try {
    const content = await contentOf(store, operation, request);
    return {
      sends,
      content,
      audit: { recipient, batchId: batchId ?? request.key, requested: requestedWords([operation]), requestId },
    };
  } catch (error) {
    // Objects of the operation may be deleted by now.
    if (!(error instanceof ServiceError) || error.code !== "CONFLICT") throw error;
    return { sends, failure: { code: "notFound", message: error.message } };
  }
}

/** Returns the failure for an account that came under management after the request; an earlier send may have been performed. */
function keptByVault(sends: number): Pick<Outcome, "code" | "message"> {
  return { code: sends === 1 ? "policy" : "internal", message: errors.ACCOUNT_MANAGED.message };
}

async function isOpen(store: Store, operation: Operation, request: Request): Promise<boolean> {
  if (request.status !== RequestStatus.Performing || !isOperationCode(operation.code)) return false;
  if (operation.result !== OperationResult.Pending || operation.nextTryAt !== null) return false;
  for (const key of operation.dependsOn) {
    const before = await store.get("requestOperations", key);
    if (!before || !isFulfilled(before.result)) return false;
  }
  return true;
}

/** Returns the connector version at the last hand-out of the request for this target. */
export async function begunVersion(
  store: Pick<Store, "select">,
  { requestKey, targetSystemKey }: Operation,
): Promise<string | undefined> {
  const [last] = await store.select("requestOperations", {
    where: allOf(matching({ requestKey, targetSystemKey }), ne("connectorVersion", null)),
    orderBy: [["sentAt", "desc"]],
    limit: 1,
  });
  return last?.connectorVersion ?? undefined;
}

async function contentOf(store: Store, operation: Operation, request: Request): Promise<OrderContent> {
  return {
    requestId: request.requestId,
    code: operation.code,
    ...((await verifiesAfter(store, operation)) && { verifiesAfter: true as const }),
    ...(await orderSubject(store, operation, request.recipientKey)),
    ...passwordsOf(store, operation),
    ...(operation.mustChange === true && { mustChange: true as const }),
    ...((await mayBeSetAlready(store, operation)) && { looksFirst: true as const }),
  };
}

/** Returns true if an option of the target system asks for a try of each password that was set. */
async function verifiesAfter(store: Store, { code, targetSystemKey }: Operation): Promise<boolean> {
  if (targetSystemKey === null || !isOperationCode(code) || definitionOf(code).password !== "set") return false;
  return (await optionValue({ store }, targetSystemKey, "verifyAfterReset")) === true;
}

/**
 * Returns true if the target system may have the password already: by an earlier try of a queued change, or because the change was reported
 * by the account itself.
 */
async function mayBeSetAlready(
  store: Store,
  { passwordQueueKey, reportedAccountKey, accountKey }: Operation,
): Promise<boolean> {
  if (reportedAccountKey !== null && reportedAccountKey === accountKey) return true;
  if (passwordQueueKey === null) return false;
  return (await store.get("passwordQueue", passwordQueueKey))?.maybeSet === true;
}

function passwordsOf(
  store: Store,
  { key, password, currentPassword }: Operation,
): Pick<Order, "password" | "currentPassword"> {
  const at = (column: string) => ({ table: "requestOperations", key, column });
  return {
    ...(password !== null && { password: store.unseal(password, at("password")) }),
    ...(currentPassword !== null && { currentPassword: store.unseal(currentPassword, at("currentPassword")) }),
  };
}

async function record(
  context: CallContext,
  outcomes: readonly SourcedOutcome<RequestOperation>[],
): Promise<readonly RecordedOutcome<RequestOperation>[]> {
  const recorded: SourcedOutcome<RequestOperation>[] = [];
  for (const one of outcomes) if (await recordOutcome(context, one)) recorded.push(one);
  const ended = new Set<string>();
  for (const [key, [one]] of Map.groupBy(recorded, ({ operation }) => operation.requestKey))
    if (one?.operation.request && (await endPerformed(context, one.operation.request))) ended.add(key);
  return recorded.map((one) => (ended.has(one.operation.requestKey) ? { ...one, isLast: true } : one));
}
