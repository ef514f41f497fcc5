import { ServiceError } from "#domain/errors.ts";
import { allOf, anyOf, eq, oneOf, related } from "#domain/query/condition.ts";
import { OperationResult } from "#domain/requests/operation-result.ts";
import { originOf, RequestOrigin } from "#domain/requests/request-origin.ts";
import { openStatuses } from "#domain/requests/request-status.ts";
import { isSameOperation } from "#domain/requests/same-operation.ts";

import type { CallContext } from "../../context.ts";
import type { CodedOperation } from "./operation-input.ts";

/** Open requests that are compared with a new one. */
const comparedMax = 1000;

/** A request that is about to be saved. */
interface NewRequest {
  readonly recipientKey: string;
  readonly operations: readonly CodedOperation[];
}

/** Origins of requests that people submit; those that programs of the service submit are bounded by what they are made of. */
const origins: ReadonlySet<RequestOrigin> = new Set([RequestOrigin.Api, RequestOrigin.Ui, RequestOrigin.Script]);

/**
 * Makes sure that a request is not open already and that its requester has room for one more. Both people stay locked until the
 * transaction ends, so that of two requests at once the second one sees the first.
 * @throws REQUEST_OPEN, REQUESTS_OPEN_MAX
 */
export async function requireRoom(context: CallContext, request: NewRequest): Promise<void> {
  const { store, caller, settings } = context;
  const requesterKey = caller.key ?? "";
  // In one order, so that two who ask for each other don't wait for each other.
  for (const key of [...new Set([requesterKey, request.recipientKey])].toSorted()) await store.lock("users", key);
  await refuseSame(context, request);
  if (caller.superuser || !origins.has(originOf(caller.module))) return;
  const open = await store.count(
    "reqbatch",
    allOf(eq("requesterKey", requesterKey), oneOf("status", openStatuses), eq("direct", false)),
  );
  if (open < settings.requestsOpenPerPerson) return;
  const message = `You have ${open} open requests, and one person may have ${settings.requestsOpenPerPerson}. Cancel some or wait until they are decided, or ask an administrator to raise REQUESTS_OPEN_PER_PERSON.`;
  throw new ServiceError("REQUESTS_OPEN_MAX", { target: "operations", message });
}

async function refuseSame({ store, settings }: CallContext, { recipientKey, operations }: NewRequest): Promise<void> {
  const isOpen = anyOf(eq("result", null), eq("result", OperationResult.Pending));
  // By more than the code, the database would read all that others ask of the target system.
  const isAlike = oneOf("code", [...new Set(operations.map(({ code }) => code))]);
  const open = await store.select("reqbatch", {
    where: allOf(
      ...[eq("recipientKey", recipientKey), oneOf("status", openStatuses), eq("direct", false)],
      related("operations", allOf(isOpen, isAlike)),
    ),
    limit: comparedMax,
  });
  if (open.length === 0) return;
  const numbers = new Map(open.map(({ key, number }) => [key, number]));
  // What has ended is no longer open, also where its request is.
  const rows = await store.select("requestOperations", {
    where: allOf(oneOf("requestKey", [...numbers.keys()]), isOpen, isAlike),
  });
  const usualName = (await store.get("users", recipientKey))?.id ?? "";
  for (const [index, operation] of operations.entries()) {
    const same = rows.filter((row) => isSameOperation(row, operation, usualName));
    if (same.length < settings.sameRequestsOpen) continue;
    const number = numbers.get(same[0]?.requestKey ?? "") ?? "";
    const message = `The request ${number} for the same thing and the same person is open. Wait for it, edit it, or cancel it first.`;
    throw new ServiceError("REQUEST_OPEN", { target: `operations/${index}`, message });
  }
}
