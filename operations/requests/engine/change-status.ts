import { ServiceError } from "#domain/errors.ts";
import { canGo, isActive, isFinal, type RequestStatus } from "#domain/requests/request-status.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { followWithTickets } from "./follow-with-tickets.ts";
import { noteEvent, type Noting } from "./note-event.ts";

type Request = Row<"reqbatch">;

/**
 * Moves a request along a path of statuses, writes the last one, records it in the ledger and follows it with its tickets; each hop must be in the table of transitions.
 * @throws STATUS_TRANSITION_INVALID
 */
export async function changeStatus(
  context: Noting & Pick<CallContext, "ids">,
  request: Request,
  path: readonly RequestStatus[],
  changes: Partial<Pick<Request, "finishedAt" | "holdReason">> = {},
): Promise<Request> {
  let status = request.status;
  for (const next of path) {
    if (!canGo(status, next)) {
      throw new ServiceError("STATUS_TRANSITION_INVALID", { detail: `request ${request.key}: ${status} to ${next}` });
    }
    status = next;
  }
  // The end has an event of its own.
  if (!isFinal(status)) noteEvent(context, request.key, "status", { from: request.status, to: status });
  const saved = await context.store.save("reqbatch", {
    ...changes,
    key: request.key,
    status,
    active: isActive(status),
  });
  if (status !== request.status) await followWithTickets(context, saved);
  return saved;
}
