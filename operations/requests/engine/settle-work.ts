import { RequestStatus } from "#domain/requests/request-status.ts";
import { hasTasks, isWorkStatus, pathOfWork, workStatus } from "#domain/requests/work-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { changeStatus } from "./change-status.ts";
import { momentsOf } from "./moments-of.ts";
import { scheduleNext } from "./schedule-next.ts";
import { holdReasonOf, tellTaskHeld } from "./tell-held.ts";

/**
 * Brings the status of a locked request up to its operations: with a proxy or the service, with implementers, or with nobody. Schedules when its
 * implementers are reminded; those who may resolve a hold are notified of it.
 */
export async function settleWork(
  context: CallContext,
  request: Row<"reqbatch">,
  operations: readonly Row<"requestOperations">[],
  reason?: string,
): Promise<Row<"reqbatch">> {
  if (!hasTasks(operations) || !isWorkStatus(request.status)) return request;
  const status = workStatus(operations);
  const stuck = operations.filter(({ task }) => task === "unassigned");
  const holdReason = status === RequestStatus.OnHold ? (reason ?? request.holdReason ?? holdReasonOf(stuck)) : null;
  const path = pathOfWork(request.status, status);
  const settled = path.length === 0 ? request : await changeStatus(context, request, path, { holdReason });
  if (path.length > 0 && status === RequestStatus.OnHold) await tellTaskHeld(context, settled, stuck);
  await scheduleNext(context, settled, await momentsOf(context, settled));
  return settled;
}
