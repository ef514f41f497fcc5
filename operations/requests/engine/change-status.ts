import { ServiceError } from "#domain/errors.ts";
import { canGo, isActive, type RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { ServiceContext } from "../../context.ts";

type Request = Row<"reqbatch">;

/**
 * Takes a request along a path of statuses and writes the last one; each hop must be in the table of transitions.
 * @throws STATUS_TRANSITION_INVALID
 */
export async function changeStatus(
  { store }: ServiceContext,
  request: Request,
  path: readonly RequestStatus[],
  changes: Partial<Pick<Request, "finishedAt">> = {},
): Promise<Request> {
  let status = request.status;
  for (const next of path) {
    if (!canGo(status, next)) {
      throw new ServiceError("STATUS_TRANSITION_INVALID", { detail: `request ${request.key}: ${status} to ${next}` });
    }
    status = next;
  }
  return store.save("reqbatch", { ...changes, key: request.key, status, active: isActive(status) });
}
