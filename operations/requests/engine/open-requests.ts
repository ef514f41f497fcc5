import { ServiceError } from "#domain/errors.ts";
import { allOf, anyOf, eq, oneOf, related } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { originOf, RequestOrigin } from "#domain/requests/request-origin.ts";
import { openStatuses } from "#domain/requests/request-status.ts";
import { isSameOperation } from "#domain/requests/same-operation.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { CodedOperation } from "../../kernel/inputs/operation-input.ts";
import { type Recipient, subjectOf } from "./subject-of.ts";

/** Limit of concurrent requests of one person: with room for more than these, they do not wait for each other. */
const atOnceMax = 50;
/** Open operations that are compared with those of a new request. */
const comparedMax = 1000;

/** A request that is about to be saved. */
interface NewRequest {
  readonly recipientKey: string;
  readonly operations: readonly CodedOperation[];
}

/** A new request with its recipient, each operation with its subject. */
interface KnownRequest {
  readonly recipient: Recipient;
  readonly operations: readonly CodedOperation[];
}

/** Origins of requests that people submit; those of the service's own programs are limited by their sources. */
const origins: ReadonlySet<RequestOrigin> = new Set([RequestOrigin.Api, RequestOrigin.Ui, RequestOrigin.Script]);

/**
 * Throws unless a request is not open already and its requester has room for one more. Its recipient stays locked until the transaction
 * ends, and so does its requester if there is little room left. So of two concurrent requests the second sees the first. The caller must
 * write next, because others wait meanwhile. Returns its operations with their subjects.
 * @throws REQUEST_OPEN, REQUESTS_OPEN_MAX
 */
export async function requireRoom(context: CallContext, request: NewRequest): Promise<readonly CodedOperation[]> {
  const { store, caller, settings } = context;
  const requesterKey = caller.key ?? "";
  const recipient = { key: request.recipientKey, id: "" };
  const isBounded = !caller.superuser && origins.has(originOf(caller.module));
  const isNear = isBounded && (await openOf(context, requesterKey)) >= settings.requestsOpenPerPerson - atOnceMax;
  // In one order, so that two users who request for each other do not wait for each other.
  for (const key of [...new Set([recipient.key, ...(isNear ? [requesterKey] : [])])].toSorted()) {
    const person = await store.lock("users", key);
    if (key === recipient.key) recipient.id = person?.id ?? "";
  }
  const operations = request.operations.map((one) => ({ ...one, subject: subjectOf(one, recipient) }));
  await refuseSame(context, { recipient, operations });
  if (!isNear) return operations;
  const open = await openOf(context, requesterKey);
  if (open < settings.requestsOpenPerPerson) return operations;
  const message = `You have ${open} open requests, and one person may have ${settings.requestsOpenPerPerson}. Cancel some or wait until they are decided, or ask an administrator to raise REQUESTS_OPEN_PER_PERSON.`;
  throw new ServiceError("REQUESTS_OPEN_MAX", { target: "operations", message });
}

/**
 * Throws if an open request asks for one of the operations already; another may come before the next transaction.
 * @throws REQUEST_OPEN
 */
export async function refuseOpen(context: CallContext, { recipientKey, operations }: NewRequest): Promise<void> {
  const recipient = { key: recipientKey, id: (await context.store.get("users", recipientKey))?.id ?? "" };
  await refuseSame(context, {
    recipient,
    operations: operations.map((one) => ({ ...one, subject: subjectOf(one, recipient) })),
  });
}

function openOf({ store }: CallContext, requesterKey: string): Promise<number> {
  const isOpen = allOf(oneOf("status", openStatuses), eq("direct", false));
  return store.count("reqbatch", allOf(eq("requesterKey", requesterKey), isOpen));
}

async function refuseSame({ store, settings }: CallContext, { recipient, operations }: KnownRequest): Promise<void> {
  const subjects = [...new Set(operations.flatMap(({ subject }) => subject ?? []))];
  const rows = await store.select("requestOperations", {
    where: allOf(
      // An operation that has ended is no longer open, even if its request is.
      oneOf("subject", subjects),
      anyOf(eq("result", null), eq("result", OperationResult.Pending)),
      related("request", allOf(oneOf("status", openStatuses), eq("direct", false))),
    ),
    limit: comparedMax,
  });
  for (const [index, operation] of operations.entries()) {
    const same = rows.filter((row) => isSameOperation(row, operation, recipient.id));
    const [first] = same;
    if (first === undefined || same.length < settings.sameRequestsOpen) continue;
    const number = (await store.get("reqbatch", first.requestKey))?.number ?? "";
    const message = `The request ${number} for the same thing and the same person is open. Wait for it, edit it, or cancel it first.`;
    throw new ServiceError("REQUEST_OPEN", { target: `operations/${index}`, message });
  }
}
