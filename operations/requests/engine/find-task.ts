import { ServiceError } from "#domain/errors.ts";
import { isFinal } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import { votesNow } from "../../approvals/refresh-delegates.ts";
import type { CallContext } from "../../kernel/context.ts";
import { requireAccepted } from "../../kernel/operation-identifiers.ts";
import { offersOf, type TaskRows } from "./task-rows.ts";
import { waitingTask } from "./waiting-tasks.ts";

/** A task of a request that the current transaction has locked. */
export interface FoundTask extends TaskRows {
  readonly request: Row<"reqbatch">;
}

/**
 * Finds the task of an operation by its number in the request, with the present delegates of its people.
 * @throws NOT_FOUND, REQUEST_FINAL, OPERATION_UNKNOWN, TASK_UNKNOWN, OPERATION_TYPE_UNKNOWN
 */
export async function findTask(context: CallContext, key: string, sequence: number): Promise<FoundTask> {
  const { store } = context;
  const request = await store.lock("reqbatch", key);
  if (!request) throw new ServiceError("NOT_FOUND", { target: "key" });
  if (isFinal(request.status)) throw new ServiceError("REQUEST_FINAL", { target: "key" });
  const [operation] = await store.select("requestOperations", { where: { requestKey: key, sequence }, limit: 1 });
  if (operation === undefined)
    throw new ServiceError("OPERATION_UNKNOWN", {
      target: "operation",
      message: "The request has no operation with this number. Check its operations.",
    });
  if (operation.task === null) throw new ServiceError("TASK_UNKNOWN", { target: "operation" });
  await requireAccepted(context, request.operationId);
  const offers = (await offersOf(context, [operation])).get(operation.key) ?? [];
  const item = waitingTask(request, { operation, offers });
  const isOpen = operation.task === "offered" || operation.task === "accepted";
  if (!isOpen || (await votesNow(context, item, item.votes)) === item.votes) return { request, operation, offers };
  // A delegation has begun or ended since.
  await item.changed(context);
  return findTask(context, key, sequence);
}
